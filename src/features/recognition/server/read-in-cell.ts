import { NotReadable } from '../reading.ts';
import { learnFromDocument, readContractDocument, readDocument } from './read-document.ts';
import type { ReadAnswer, ReadTask } from './reader.ts';

/** Runs in the reading cell. */
export default async function read({ bytes, known, lesson, as }: ReadTask): Promise<ReadAnswer> {
  try {
    if (lesson) return { lesson: await learnFromDocument(bytes, known, lesson.corrections, lesson.kept) };
    if (as === 'contract') return { contract: await readContractDocument(bytes, known) };
    return { reading: await readDocument(bytes, known) };
  } catch (error) {
    if (error instanceof NotReadable) return { failure: error.failure };
    throw error;
  }
}
