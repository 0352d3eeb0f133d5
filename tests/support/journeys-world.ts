/** A product of its own, on data of its own, for one of the processes that run journeys at the same time. */
export interface JourneysWorld {
  readonly url: string;
  readonly data: string;
  /** The data as they were in the beginning; nothing runs on them. */
  readonly demo: string;
  /** Where the processes of a run note the views that they have looked at. */
  readonly looks: string;
}

/** Tells every process of the run where the worlds are. */
export function publishWorlds(worlds: readonly JourneysWorld[]): void {
  process.env.KONTOR_JOURNEYS_WORLDS = JSON.stringify(worlds);
}

/** Enters the world of this process: its address and the place of its data are in the environment from now on. */
export function enterWorld(): void {
  const worlds = JSON.parse(process.env.KONTOR_JOURNEYS_WORLDS ?? '[]') as readonly JourneysWorld[];
  const own = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (own === undefined) return;
  process.env.KONTOR_JOURNEYS_URL = own.url;
  process.env.KONTOR_JOURNEYS_DATA = own.data;
  process.env.KONTOR_JOURNEYS_DEMO = own.demo;
  process.env.KONTOR_JOURNEYS_LOOKS = own.looks;
}
