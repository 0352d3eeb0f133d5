/** The roles of the demo people, in the order of the login page; each has one text (ONB-08). */
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

/** A person of the demo tenants who can be logged in with one click. */
export interface DemoPerson {
  readonly email: string;
  /** Key of the person's tenant. */
  readonly tenant: string;
  readonly does: DemoTask;
}

/** A demo person with the names from the database. */
export interface ListedDemoPerson extends DemoPerson {
  readonly name: string;
  /** Display name of the tenant. */
  readonly company: string;
}
