import { publishedRates } from '../ecb-file.ts';
import { type PublishedRate, type RatesFile, RatesRefused } from '../published-rate.ts';

export type RatesReading = { readonly rates: readonly PublishedRate[] } | { readonly problem: string };

/** Entry point in the reading cell (TECH-20). */
export default function read(file: RatesFile): RatesReading {
  try {
    return { rates: publishedRates(file) };
  } catch (error) {
    if (error instanceof RatesRefused) return { problem: error.message };
    throw error;
  }
}
