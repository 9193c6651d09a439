/* output.c - results to standard output */
#include "cli/output.h"

#include "cli/console.h"

static void
append_document (const FitOutput *output, FitFormat format, GString *out)
{
  g_autoptr (FitJson) document = fit_document_new (output->kind);

  output->set_json (output->data, document);
  if (format == FIT_FORMAT_YAML)
    fit_yaml_append (document, out);
  else
    fit_document_append (document, out);
}

void
fit_output_append (const FitOutput *output, FitFormat format, guint width,
                   GString *out)
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
      break;
    case FIT_FORMAT_JSON:
    case FIT_FORMAT_YAML:
      append_document (output, format, out);
      break;
    case FIT_FORMAT_NAME:
      fit_table_append_names (output->names, out);
      break;
    }
}

gboolean
fit_output_print (const FitOutput *output, FitFormat format, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  fit_output_append (output, format, fit_console_width (), out);
  return fit_console_write (out->str, out->len, error);
}
