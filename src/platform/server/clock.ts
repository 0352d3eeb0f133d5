/** The only source of "now" for everything that expires; tests set it forward. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export function seconds(count: number): number {
  return count * 1000;
}

export function minutes(count: number): number {
  return seconds(count * 60);
}

export function hours(count: number): number {
  return minutes(count * 60);
}

export function days(count: number): number {
  return hours(count * 24);
}

/** The instant plus so many milliseconds. */
export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
