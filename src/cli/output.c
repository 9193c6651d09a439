/* output.c - results to standard output */
#include "cli/output.h"

#include "cli/console.h"

static void
append_document (const FitOutput *output, const FitOutputRemark *remark,
                 FitFormat format, GString *out)
{
  g_autoptr (FitJson) document = fit_document_new (output->kind);

  if (output->set_json != NULL)
    output->set_json (output->data, document);
  if (output->record != NULL)
    fit_record_add_to_json (output->record, document);
  if (remark->record != NULL)
    fit_record_add_to_json (remark->record, document);
  if (format == FIT_FORMAT_YAML)
    fit_yaml_append (document, out);
  else
    fit_document_append (document, out);
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
