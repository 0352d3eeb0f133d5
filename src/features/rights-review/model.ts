/** A person who can enter, with everything that decides what they may do (ADM-21). */
export interface PersonRights {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly company: string | null;
  /** Own rights. */
  readonly roles: readonly string[];
  /** Task groups with the rights that they give. */
  readonly groups: readonly { readonly name: string; readonly roles: readonly string[] }[];
  /** Amount as text; null is unlimited for people who approve, and nothing for others. */
  readonly limit: string | null;
  readonly approves: boolean;
  readonly substitute: string | null;
}

/** A confirmation of all rights; a complete one never changes. */
export interface RightsReview {
  readonly id: number;
  readonly confirmed_by: string;
  /** ISO 8601. */
  readonly confirmed_at: string;
  readonly second_by: string | null;
  readonly second_at: string | null;
  /** Nobody else could confirm. */
  readonly is_alone: boolean;
  readonly is_complete: boolean;
}

/** `GET /api/rights`. */
export interface RightsAnswer {
  readonly people: readonly PersonRights[];
  /** Hash of all rights, hexadecimal; a confirmation sends it back. */
  readonly sha256: string;
  /** Newest first. */
  readonly reviews: readonly RightsReview[];
  /** Whether no complete review is younger than a year. */
  readonly is_due: boolean;
}

/** `POST /api/rights/confirm`; answers whether the review is complete. */
export interface Confirmation {
  readonly sha256: string;
}

/** Which way a person has a right. */
export type Holding = 'own' | 'group' | null;

export function holdingOf({ roles, groups }: PersonRights, role: string): Holding {
  if (roles.includes(role)) return 'own';
  return groups.some((group) => group.roles.includes(role)) ? 'group' : null;
}
