import { randomUUID } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DocumentationAnswer, Version } from '../../src/features/process-documentation/model.ts';
import type { RestAnswer, WebCaller } from '../support/demo-web.ts';

const path = '/api/process-documentation';

/** The documentation as an administrator sees it. */
export async function documentation(
  person: WebCaller,
  lang: 'de' | 'en' = 'de',
): Promise<DocumentationAnswer> {
  const answer = await person.send({ method: 'GET', url: `${path}?lang=${lang}` });
  return answer.json<DocumentationAnswer>();
}

/** Makes a version; returns the server's answer. */
export async function make(person: WebCaller, order: object = {}): Promise<RestAnswer> {
  const payload = { lang: 'de', note: null, key: randomUUID(), ...order };
  return await person.send({ method: 'POST', url: `${path}/version`, payload });
}

export async function made(person: WebCaller, order: object = {}): Promise<Version> {
  return (await make(person, order)).json<Version>();
}

export async function write(person: WebCaller, text: object): Promise<RestAnswer> {
  return await person.send({ method: 'POST', url: `${path}/text`, payload: { lang: 'de', ...text } });
}

/** Explains every open gap, so that a version can be kept (ARC-07). */
export async function explainGaps(person: WebCaller, lang: 'de' | 'en' = 'de'): Promise<void> {
  const { gaps } = await documentation(person, lang);
  for (const { key, explanation } of gaps)
    if (explanation === null)
      await write(person, { chapter: `gap_${key}`, lang, text: `Erklärt: ${key}`, expected: '' });
}

export async function fileOf(person: WebCaller, number: number): Promise<RestAnswer> {
  return await person.send({ method: 'GET', url: `${path}/version/${number}/file` });
}

/** The text of each PDF page, in one line. */
export async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '));
  }
  return pages.map((page) => page.replace(/\s+/g, ' '));
}

/** The generated content of a chapter. */
export function wordsOf(answer: DocumentationAnswer, key: string): string {
  const chapter = answer.parts.flatMap(({ chapters }) => chapters).find((one) => one.key === key);
  return JSON.stringify(chapter?.blocks ?? null);
}
