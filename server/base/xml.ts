/* What XML 1.0 cannot hold even when escaped. */
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text as the content of an XML element or attribute. Source: XML 1.0, 2.2 and 2.4. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '')
    .replace(/[&<>"']/g, sign => entities[sign] ?? '')
}

/** What goes before the root element of a document. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
