import { deep } from '../support/depth.ts';

/** The languages of whole journeys, English only in the deep form; the walks use all languages. */
export const journeyLanguages = [
  { lang: 'de', form: {} },
  { lang: 'en', form: deep },
] as const;
