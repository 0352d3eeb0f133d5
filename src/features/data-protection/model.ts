/** A person who left (ARC-08). */
export interface Leaver {
  readonly id: number;
  readonly name: string;
  readonly left_on: string;
  /** Last day on which the name is kept; null while a legal hold has no end. */
  readonly kept_until: string | null;
  readonly is_held: boolean;
  readonly is_pseudonym: boolean;
}

/** `GET /api/data-protection`. */
export interface DataProtectionAnswer {
  /** The next to be pseudonymised first. */
  readonly leavers: readonly Leaver[];
}

/** `GET /api/data-protection/person/{id}/file`: a JSON file (ARC-08, Art. 15 and 20 GDPR). */
export interface PersonalData {
  readonly company: string;
  /** ISO 8601. */
  readonly made_at: string;
  readonly person_id: number;
  readonly tables: readonly PersonalTable[];
}

export interface PersonalTable {
  readonly table: string;
  /** Columns that name the person. */
  readonly named_in: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
