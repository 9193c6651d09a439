# fit-compiler.m4 - flags the compiler may or must understand

# FIT_ADD_CFLAGS(VARIABLE, FLAG...)
# Adds to VARIABLE each FLAG that the compiler takes without a warning.
AC_DEFUN([FIT_ADD_CFLAGS], [
  m4_foreach_w([flag], [$2], [
    _FIT_TRY_CFLAG([$1], flag, [])])
])

# FIT_REQUIRE_CFLAGS(VARIABLE, FLAG...)
# The same for flags without which the program would be wrong.
AC_DEFUN([FIT_REQUIRE_CFLAGS], [
  m4_foreach_w([flag], [$2], [
    _FIT_TRY_CFLAG([$1], flag, [AC_MSG_ERROR([$CC does not understand ]flag)])])
])

# _FIT_TRY_CFLAG(VARIABLE, FLAG, IF-REFUSED)
AC_DEFUN([_FIT_TRY_CFLAG], [
  AC_MSG_CHECKING([whether $CC accepts $2])
  fit_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $$1 $2"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
    [AC_MSG_RESULT([yes])
     CFLAGS=$fit_saved_CFLAGS
     $1="$$1 $2"],
    [AC_MSG_RESULT([no])
     CFLAGS=$fit_saved_CFLAGS
     $3])
])

# FIT_REQUIRE_LINK(FLAGS, OPTION)
# Stops unless a program compiled and linked with FLAGS, as OPTION asks, comes out.
AC_DEFUN([FIT_REQUIRE_LINK], [
  AC_MSG_CHECKING([whether $CC links with $1])
  fit_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $1"
  AC_LINK_IFELSE([AC_LANG_PROGRAM()],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$2 needs a compiler that links with $1; config.log has its message])])
  CFLAGS=$fit_saved_CFLAGS
])

# FIT_DEFINE_SONAME(MACRO, LIBRARY, LIBS)
# Defines MACRO as the name under which programs that are linked with LIBS load
# LIBRARY, such as "libcurl.so.4".
AC_DEFUN([FIT_DEFINE_SONAME], [
  AC_REQUIRE([_LT_DECL_OBJDUMP])
  AC_MSG_CHECKING([how $2 is loaded])
  fit_saved_LIBS=$LIBS
  LIBS="-Wl,--no-as-needed $3"
  fit_soname=
  AC_LINK_IFELSE([AC_LANG_PROGRAM()],
    [fit_soname=`$OBJDUMP -p conftest$ac_exeext | $SED -n 's/^ *NEEDED *\($2@<:@-.@:>@.*\)$/\1/p'`])
  LIBS=$fit_saved_LIBS
  AC_MSG_RESULT([$fit_soname])
  AS_IF([test -z "$fit_soname"], [AC_MSG_ERROR([no shared $2 to link with])])
  AC_DEFINE_UNQUOTED([$1], ["$fit_soname"], [The shared $2 that is loaded])
])
