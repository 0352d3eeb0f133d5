import { config, z } from 'zod/v4';

/**
 * Replaces `zod` in the pages (`vite.config.ts`): zod would test whether it may compile code from text, which the
 * content security policy forbids and browsers report.
 */
config({ jitless: true });

export { z };
