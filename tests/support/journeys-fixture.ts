/** A product with its own data for one of the processes that run journeys in parallel. */
export interface JourneysFixture {
  readonly url: string;
  readonly data: string;
  /** The initial data; no product runs on them. */
  readonly demo: string;
  /** Where the processes of a run note the checked views. */
  readonly looks: string;
}

/** Publishes the worlds to every process of the run. */
export function publishWorlds(worlds: readonly JourneysFixture[]): void {
  process.env.KONTOR_JOURNEYS_WORLDS = JSON.stringify(worlds);
}

/** Enters the world of this process: sets its address and data folder in the environment. */
export function enterFixture(): void {
  const worlds = JSON.parse(process.env.KONTOR_JOURNEYS_WORLDS ?? '[]') as readonly JourneysFixture[];
  const own = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (own === undefined) return;
  process.env.KONTOR_JOURNEYS_URL = own.url;
  process.env.KONTOR_JOURNEYS_DATA = own.data;
  process.env.KONTOR_JOURNEYS_DEMO = own.demo;
  process.env.KONTOR_JOURNEYS_LOOKS = own.looks;
}
