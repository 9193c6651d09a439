/* output.c - results to standard output */
#include "cli/output.h"

#include <json-c/json.h>

#include "cli/console.h"

static FitJson *
document_new (const FitOutput *output, const FitOutputRemark *remark)
{
  FitJson *document = json_object_new_object ();

  json_object_object_add (document, "apiVersion",
                          json_object_new_string (FIT_API_VERSION));
  json_object_object_add (document, "kind",
                          json_object_new_string (output->kind));
  fit_record_add_to_json (output->record, document);
  if (remark->record != NULL)
    fit_record_add_to_json (remark->record, document);
  return document;
}

static void
append_document (const FitOutput *output, const FitOutputRemark *remark,
                 FitFormat format, GString *out)
{
  FitJson *document = document_new (output, remark);

  if (format == FIT_FORMAT_YAML)
    fit_yaml_append (document, out);
  else
    {
      g_string_append (
          out, json_object_to_json_string_ext (
                   document, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED
                                 | JSON_C_TO_STRING_NOSLASHESCAPE));
      g_string_append_c (out, '\n');
    }
  json_object_put (document);
}

static void
append (const FitOutput *output, const FitOutputRemark *remark,
        FitFormat format, guint width, GString *out)
{
  const FitTextStyle style = { .wide = format == FIT_FORMAT_WIDE,
                               .markdown = format == FIT_FORMAT_MARKDOWN,
                               .width = width };

  switch (format)
    {
    case FIT_FORMAT_TABLE:
    case FIT_FORMAT_WIDE:
    case FIT_FORMAT_MARKDOWN:
      output->append_text (output->data, &style, out);
      if (remark->text != NULL)
        g_string_append_printf (out, "\n%s", remark->text);
      break;
    case FIT_FORMAT_JSON:
    case FIT_FORMAT_YAML:
      append_document (output, remark, format, out);
      break;
    case FIT_FORMAT_NAME:
      fit_table_append_names (output->names, out);
      break;
    }
}

void
fit_output_append (const FitOutput *output, FitFormat format, guint width,
                   GString *out)
{
  append (output, &(const FitOutputRemark){ 0 }, format, width, out);
}

gboolean
fit_output_print_with (const FitOutput *output, const FitOutputRemark *remark,
                       FitFormat format, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append (output, remark, format, fit_console_width (), out);
  return fit_console_write (out->str, out->len, error);
}

gboolean
fit_output_print (const FitOutput *output, FitFormat format, GError **error)
{
  return fit_output_print_with (output, &(const FitOutputRemark){ 0 }, format,
                                error);
}
