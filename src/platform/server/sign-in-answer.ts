import { z } from 'zod';

/** What a provider returns to the browser after a sign-in (RFC 6749, section 4.1.2). */
export const signInAnswer = z.object({
  code: z.string().min(1).max(5_000),
  state: z.string().min(1).max(200),
});
