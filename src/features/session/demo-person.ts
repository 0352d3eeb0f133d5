/** What the people of the demo do, in the order in which the login page lists them: one text each (ONB-08). */
export const demoTasks = [
  'administers',
  'requests',
  'selects',
  'approves_little',
  'approves_more',
  'approves_all',
  'orders',
  'receives',
  'books',
  'operates',
] as const;
export type DemoTask = (typeof demoTasks)[number];

/** Somebody of the demo tenants as whom one click logs in. */
export interface DemoPerson {
  readonly email: string;
  /** The key of his tenant. */
  readonly tenant: string;
  readonly does: DemoTask;
}

/** The same with what the database knows of him. */
export interface ListedDemoPerson extends DemoPerson {
  readonly name: string;
  /** What the tenant is called to people. */
  readonly company: string;
}
