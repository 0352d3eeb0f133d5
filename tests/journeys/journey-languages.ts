import { deep } from '../support/depth.ts';

/** The languages in which whole journeys are taken, English in the deep form only; the walks speak them all. */
export const journeyLanguages = [
  { lang: 'de', form: {} },
  { lang: 'en', form: deep },
] as const;
