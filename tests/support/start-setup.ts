import type { TestProject } from 'vitest/node';
import { placeOfData } from './prepared-data.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where data are made by the first test that asks for them: `takeData`. */
    placeOfData: string;
  }
}

/** Vitest's globalSetup of the starts. */
export default function setup(project: TestProject): () => void {
  const place = placeOfData();
  project.provide('placeOfData', place.path);
  return place.remove;
}
