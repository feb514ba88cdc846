import { visibleText } from './visible-text.ts';

/** An element of XML 1.0; strings are text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Makes an element. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (XmlElement | string)[],
): XmlElement {
  return { name, attributes, children };
}

/** Writes a document: any text is escaped, and characters that XML can't hold are made visible. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`;
}

function written({ name, attributes, children }: XmlElement, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${attributeText(value)}"`)
    .join('')}`;
  if (children.length === 0) {
    return `${start}/>\n`;
  }
  const onlyText = children.every((child) => typeof child === 'string');
  const content = children.map((child) =>
    typeof child === 'string' ? escaped(child) : written(child, `${indent}  `),
  );
  return onlyText
    ? `${start}>${content.join('')}</${name}>\n`
    : `${start}>\n${content.join('')}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attributeText(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
