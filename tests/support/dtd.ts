import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';

/** The declaration of an element in a DTD. */
interface Declared {
  /** Null: any declared element. */
  readonly content: RegExp | null;
  readonly hasText: boolean;
  readonly attributes: ReadonlyMap<
    string,
    { readonly isRequired: boolean; readonly choices: readonly string[] | null }
  >;
}

export type Dtd = ReadonlyMap<string, Declared>;

const name = '[A-Za-z_:][\\w:.-]*';

/** Reads a DTD without active conditional sections, such as that of cXML. */
export function readDtd(path: string): Dtd {
  const bare = readFileSync(path, 'utf8')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<!\[\s*%SGML-help;\s*\[[\s\S]*?\]\]>/g, ' ');
  const entities = new Map<string, string>();
  // Of several declarations the first one counts (XML 1.0, 4.2).
  for (const [, key = '', , value = ''] of bare.matchAll(
    /<!ENTITY\s+%\s+([\w.-]+)\s+(["'])([\s\S]*?)\2\s*>/g,
  )) {
    if (!entities.has(key)) entities.set(key, value);
  }
  const text = expanded(bare.replace(/<!ENTITY[^>]*?(["'])[\s\S]*?\1\s*>/g, ' '), entities);
  const attributes = new Map<
    string,
    Map<string, { isRequired: boolean; choices: readonly string[] | null }>
  >();
  for (const [, of = '', list = ''] of text.matchAll(
    new RegExp(`<!ATTLIST\\s+(${name})((?:"[^"]*"|'[^']*'|[^>])*)>`, 'g'),
  )) {
    const known = attributes.get(of) ?? new Map();
    attributes.set(of, known);
    const each = new RegExp(
      `(${name})\\s+(\\([^)]*\\)|[A-Z]+)\\s+(#REQUIRED|#IMPLIED|(?:#FIXED\\s+)?(?:"[^"]*"|'[^']*'))`,
      'g',
    );
    for (const [, attribute = '', type = '', rule] of list.matchAll(each)) {
      const choices = type.startsWith('(')
        ? type
            .slice(1, -1)
            .split('|')
            .map((one) => one.trim())
        : null;
      if (!known.has(attribute)) known.set(attribute, { isRequired: rule === '#REQUIRED', choices });
    }
  }
  return new Map(
    [...text.matchAll(new RegExp(`<!ELEMENT\\s+(${name})\\s+([^>]*)>`, 'g'))].map(
      ([, of = '', model = '']) => [
        of,
        { ...contentOf(model.trim()), attributes: attributes.get(of) ?? new Map() },
      ],
    ),
  );
}

function expanded(text: string, entities: ReadonlyMap<string, string>): string {
  const next = text.replace(/%([\w.-]+);/g, (_, key: string) => ` ${entities.get(key) ?? ''} `);
  return next === text ? text : expanded(next, entities);
}

/** A content model as a pattern over the names of the children, each followed by a blank. */
function contentOf(model: string): Pick<Declared, 'content' | 'hasText'> {
  if (model === 'ANY') return { content: null, hasText: true };
  if (model === 'EMPTY') return { content: /^$/, hasText: false };
  const hasText = model.includes('#PCDATA');
  const names = model.replace(/#PCDATA\s*\|?/g, '').replace(/\s+/g, '');
  const pattern = names
    .replace(/[A-Za-z_:][\w:.-]*/g, (each) => `(?:${each} )`)
    .replace(/\((?!\?)/g, '(?:')
    .replaceAll(',', '')
    .replaceAll('(?:)', '');
  return { content: new RegExp(`^${pattern === '*' ? '' : pattern}$`), hasText };
}

interface Open {
  readonly of: string;
  children: string;
  hasText: boolean;
}

/** The faults of documents by a DTD, one sentence per fault, with the name of the file. */
export function dtdFaults(files: Readonly<Record<string, string>>, dtd: Dtd): readonly string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    faultsOf(text, dtd).map((fault) => `${file}: ${fault}`),
  );
}

function faultsOf(text: string, dtd: Dtd): readonly string[] {
  const faults: string[] = [];
  const open: Open[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => void faults.push(error.message));
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    if (parent) parent.children += `${tag.name} `;
    open.push({ of: tag.name, children: '', hasText: false });
    const declared = dtd.get(tag.name);
    if (!declared) return void faults.push(`${tag.name} is not declared`);
    for (const [attribute, { isRequired, choices }] of declared.attributes) {
      const value = tag.attributes[attribute];
      if (value === undefined && isRequired) faults.push(`${tag.name} has no ${attribute}`);
      if (value !== undefined && choices && !choices.includes(value)) faults.push(`${attribute} is ${value}`);
    }
    const strange = Object.keys(tag.attributes).filter((attribute) => !declared.attributes.has(attribute));
    faults.push(...strange.map((attribute) => `${tag.name} has ${attribute}, which is not declared`));
  });
  const onText = (part: string) => {
    const element = open.at(-1);
    if (element && part.trim() !== '') element.hasText = true;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const { of, children, hasText } = open.pop() ?? { of: '', children: '', hasText: false };
    const declared = dtd.get(of);
    if (hasText && declared && !declared.hasText) faults.push(`${of} has text`);
    if (declared?.content && !declared.content.test(children)) faults.push(`${of} holds ${children.trim()}`);
  });
  parser.write(text).close();
  return faults;
}
