import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');

/** One place in the code that concerns texts. */
export interface Finding {
  /** `src/app/web/main.tsx:12` */
  readonly place: string;
  readonly value: string;
}

export interface TextsInCode {
  /** Keys used by name. A `*` replaces the value of an expression. */
  readonly keys: readonly Finding[];
  /** Literals that look like a key of a section, anywhere. */
  readonly likelyKeys: readonly Finding[];
  /** Texts for people that are in no language file. */
  readonly untranslated: readonly Finding[];
}

/** The whole product without its tests. */
export function readCode(sections: ReadonlySet<string>): TextsInCode {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  const found = files.map((file) => textsOf(file, readFileSync(join(root, file), 'utf8'), sections));
  return {
    keys: found.flatMap(({ keys }) => keys),
    likelyKeys: found.flatMap(({ likelyKeys }) => likelyKeys),
    untranslated: found.flatMap(({ untranslated }) => untranslated),
  };
}

/** Names of OpenTelemetry that look like keys. */
const namedElsewhere = new Set(['error.type']);

/** The attributes of an element that are shown or read aloud. */
const shownAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'emptyText',
  'error',
  'hint',
  'label',
  'message',
  'nothingFoundMessage',
  'placeholder',
  'subject',
  'text',
  'title',
  'tooltip',
]);

const letters = /\p{L}{2}/u;

export function textsOf(file: string, source: string, sections: ReadonlySet<string>): TextsInCode {
  const finding = ({ start, value }: Part): Finding => ({
    place: `${file}:${source.slice(0, start).split('\n').length}`,
    value: value.trim(),
  });
  const nodes = [...nodesIn(parse(file, source), null)];
  const hasServerTexts = source.includes("/texts.ts'");
  const isUntranslated = ({ value }: Part) =>
    letters.test(value.replaceAll('*', '')) && !looksLikeKey(value, sections);
  return {
    keys: nodes.flatMap(({ node }) => partsOf(keyArgument(node, hasServerTexts))).map(finding),
    likelyKeys: nodes
      .flatMap(({ node }) => (isLiteral(node) ? partsOf(node) : []))
      .filter(({ value }) => looksLikeKey(value, sections) && !namedElsewhere.has(value))
      .map(finding),
    untranslated: file.includes('/web/')
      ? nodes
          .flatMap(({ node, parent }) => partsOf(shownText(node, parent)))
          .filter(isUntranslated)
          .map(finding)
      : [],
  };
}

interface Place {
  readonly node: ESTree.Node;
  readonly parent: ESTree.Node | null;
}

/** A node and its descendants, each with its parent. */
export function* nodesIn(node: ESTree.Node, parent: ESTree.Node | null): Generator<Place> {
  yield { node, parent };
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child, node);
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program;
}

/** The key in `t(key)`, `i18n.t(key)`, on the server `text(language, key)`, and in `<MarkedText i18nKey=...>`. */
function keyArgument(node: ESTree.Node, hasServerTexts: boolean): ESTree.Node | null | undefined {
  if (node.type === 'JSXAttribute') return node.name.name === 'i18nKey' ? node.value : null;
  if (node.type !== 'CallExpression') return null;
  const { callee } = node;
  if (hasServerTexts && nameOf(callee) === 'text') return node.arguments[1];
  return nameOf(callee.type === 'MemberExpression' ? callee.property : callee) === 't'
    ? node.arguments[0]
    : null;
}

/** The visible text of a node: text between tags, and visible attributes and properties. */
function shownText(node: ESTree.Node, parent: ESTree.Node | null): ESTree.Node | null {
  switch (node.type) {
    case 'JSXText':
      return node;
    case 'JSXExpressionContainer':
      return parent?.type === 'JSXAttribute' ? null : node;
    case 'JSXAttribute':
      return shownAttributes.has(nameOf(node.name) ?? '') ? node.value : null;
    case 'Property':
      return shownAttributes.has(nameOf(node.key) ?? '') ? node.value : null;
    default:
      return null;
  }
}

function nameOf(node: ESTree.Node): string | null {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

function isLiteral(node: ESTree.Node): boolean {
  return node.type === 'Literal' || node.type === 'TemplateLiteral';
}

interface Part {
  readonly start: number;
  readonly value: string;
}

/** The possible literals of an expression; values known only at run time are left out. */
function partsOf(node: ESTree.Node | null | undefined): Part[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, value: node.value }] : [];
    case 'JSXText':
      return [{ start: node.start, value: node.value }];
    case 'TemplateLiteral':
      return [{ start: node.start, value: patternOf(node) }];
    case 'ConditionalExpression':
      return [...partsOf(node.consequent), ...partsOf(node.alternate)];
    case 'LogicalExpression':
      return [...partsOf(node.left), ...partsOf(node.right)];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return partsOf(node.expression);
    default:
      return [];
  }
}

function patternOf(template: ESTree.TemplateLiteral): string {
  return template.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join('*');
}

/** A file name required in archives for DATEV. */
const namesOfFiles: readonly string[] = ['document.xml'];

function looksLikeKey(value: string, sections: ReadonlySet<string>): boolean {
  if (namesOfFiles.includes(value)) return false;
  return /^[a-z][\w-]*(\.[\w*-]+)+$/.test(value) && sections.has(value.slice(0, value.indexOf('.')));
}
