import { inDepth } from '../support/depth.ts';

/** The languages in which whole journeys are taken; the walks speak them all. */
export const journeyLanguages: readonly ('de' | 'en')[] = inDepth(['de'], ['de', 'en']);
