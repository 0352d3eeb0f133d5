import type { CartReading } from '../cart.ts';
import { type ReturnedBody, readReturn } from '../returned.ts';

/** What a thread is to read, and in which language it looks for descriptions. */
export interface ReadTask extends ReturnedBody {
  readonly language: string;
}

/** What a thread does: it takes apart what a shop has sent. */
export default function read({ language, ...returned }: ReadTask): CartReading {
  return readReturn(returned, language);
}
