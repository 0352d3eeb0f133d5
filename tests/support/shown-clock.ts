import type { BrowserContext } from '@playwright/test';

/**
 * Milliseconds by which the clock from `scripts/test.mjs` is ahead of the real one (TECH-19); 0 without such a clock.
 */
const shift = Number(process.env.KONTOR_CLOCK_SHIFT ?? 0);

/** The environment of a browser: without libfaketime, under which its threads would spin instead of waiting. */
export function browserEnvironment(): Record<string, string> {
  const { LD_PRELOAD: _, FAKETIME: __, ...environment } = process.env;
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Gives the pages of a context the product's clock. */
export async function showClock(context: BrowserContext): Promise<void> {
  if (shift === 0) return;
  await context.addInitScript((ahead) => {
    const RealDate = Date;
    const now = (): number => RealDate.now() + ahead;
    const ShownDate = function (this: unknown, ...parts: readonly number[]) {
      if (!new.target) return new RealDate(now()).toString();
      return Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts, new.target);
    };
    Object.assign(ShownDate, {
      now,
      UTC: RealDate.UTC,
      parse: RealDate.parse,
      prototype: RealDate.prototype,
    });
    RealDate.prototype.constructor = ShownDate as unknown as DateConstructor;
    globalThis.Date = ShownDate as unknown as DateConstructor;
  }, shift);
}
