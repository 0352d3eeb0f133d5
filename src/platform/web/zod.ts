import { config, z } from 'zod/v4';

/**
 * In the place of `zod` in the pages (`vite.config.ts`): it would try whether it may make code of text, which the content
 * security policy forbids and browsers report.
 */
config({ jitless: true });

export { z };
