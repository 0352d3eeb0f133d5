import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'docs/how-to');

/** A block of a page of docs/how-to that changes the project. */
export interface Block {
  readonly page: string;
  /** `sh` is run, `diff` changes a file, anything else is a whole new file. */
  readonly language: string;
  /** From the root; a pattern where several files change in the same way. */
  readonly path: string;
  readonly text: string;
}

/** The blocks of all pages, in the order of the index. */
export function recipeBlocks(): readonly Block[] {
  const index = readFileSync(join(pages, 'README.md'), 'utf8');
  const names = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name);
  const unlisted = readdirSync(pages).filter((name) => name !== 'README.md' && !names.includes(name));
  if (unlisted.length > 0) throw new Error(`docs/how-to/README.md does not name ${unlisted.join(', ')}`);
  return names.flatMap((page) => blocksOf(page, readFileSync(join(pages, page), 'utf8')));
}

function blocksOf(page: string, markdown: string): Block[] {
  const fenced = markdown.matchAll(/^( *)```(\w+)(?: (\S+))?\n([\s\S]*?)\n^\1```$/gm);
  return [...fenced].map(([, indent = '', language = '', path = '', body = '']) => ({
    ...{ page, language, path },
    text: `${body
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n')}\n`,
  }));
}

/** Copies the sources of the product without their tests into an empty folder. */
export function copyProduct(folder: string): void {
  for (const part of ['src', 'locales', 'db', 'package.json', 'tsconfig.json', 'schema.graphql'])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Applies a block to a copy of the project.
 *
 * @returns the files that changed, from the root of the copy
 * @throws Error where the block does not fit the project
 */
export function perform(folder: string, { page, language, path, text }: Block): readonly string[] {
  if (language === 'sh') {
    execFileSync('sh', ['-ec', text], { cwd: folder });
    return [];
  }
  if (language !== 'diff') {
    if (existsSync(join(folder, path))) throw new Error(`${page}: ${path} already exists`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return [path];
  }
  const files = globSync(path, { cwd: folder });
  if (files.length === 0) throw new Error(`${page}: there is no ${path}`);
  for (const file of files) {
    const changed = changedBy(readFileSync(join(folder, file), 'utf8'), text);
    if (changed === undefined) throw new Error(`${page}: a block does not fit ${file}:\n${text}`);
    writeFileSync(join(folder, file), changed);
  }
  return files;
}

/**
 * A text changed by a diff without line numbers; `...` skips to the next place. Undefined where the first place is
 * not unique, or a further one is missing.
 */
export function changedBy(text: string, diff: string): string | undefined {
  let done = '';
  let rest = text;
  for (const [index, part] of diff.split(/^\.\.\.\n/m).entries()) {
    const lines = part.split('\n').slice(0, -1);
    const side = (mark: string) =>
      lines
        .filter((line) => !line.startsWith(mark))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const before = side('+');
    const place = `\n${rest}`.indexOf(`\n${before}`);
    const isUnique = place === `\n${rest}`.lastIndexOf(`\n${before}`);
    if (place < 0 || before === '' || (index === 0 && !isUnique)) return undefined;
    done += rest.slice(0, place) + side('-');
    rest = rest.slice(place + before.length);
  }
  return done + rest;
}
