import { xmlText } from '../../../base/xml-text.ts';

export type Attributes = Readonly<Record<string, string | null | undefined>>;
export type Content = string | null | undefined | readonly (string | null | undefined)[];

/** An XML element around XML content; attributes that are null are omitted. */
export function element(name: string, attributes: Attributes, content: Content = null): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(value ?? '')}"`)
    .join('');
  const inner = typeof content === 'string' ? content : (content ?? []).join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** An element around a text, or null without one. */
export function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): string | null {
  return text === null || text === undefined || text === '' ? null : element(name, attributes, xmlText(text));
}

/** Parsers would read line ends in attributes as blanks. */
function attributeText(text: string): string {
  return xmlText(text).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
