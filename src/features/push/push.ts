/** What a notice on a device is about (MOB-03). */
export const pushKinds = ['task', 'mention', 'deadline'] as const;

export type PushKind = (typeof pushKinds)[number];

/** When and of what a device tells its person. */
export interface PushChoice {
  readonly kinds: readonly PushKind[];
  readonly hours: PushHours;
}

/** The times at which a device tells something. */
export interface PushHours {
  /** Full hours of the clock: 0 to 23, and 1 to 24. An end before the start is on the next day. */
  readonly from: number;
  readonly to: number;
  /** Days on which the hours begin: 1 = Monday to 7 = Sunday. */
  readonly days: readonly number[];
  /** The time zone of the person, such as `Europe/Berlin`. */
  readonly zone: string;
}

/** The most devices of a person; a further one replaces the oldest. */
export const maxDevices = 10;

/** What the service worker receives, at most 4 KB when encrypted. */
export interface PushMessage {
  /** The subscription; the device shows nothing of another one. */
  readonly device: string;
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** The page that a tap opens. */
  readonly path: string;
}
