/** The languages that a process documentation is written in: that of the tax office, and one that auditors read everywhere. */
export const documentationLanguages = ['de', 'en'] as const;
export type DocumentationLanguage = (typeof documentationLanguages)[number];

/** The parts of a process documentation and their chapters, in the order of the GoBD (ARC-06). */
export const parts = {
  general: ['purpose', 'company', 'organisation', 'modules'],
  user: ['procurement', 'invoice', 'contract', 'roles', 'limits'],
  technical: ['system', 'interfaces', 'storage'],
  operation: ['retention', 'backup', 'access'],
  control: ['controls'],
  history: ['changes'],
} as const;
export type Part = keyof typeof parts;
export type ChapterKey = (typeof parts)[Part][number];

export const chapterKeys: readonly ChapterKey[] = Object.values(parts).flat();

/** A text of the tenant itself is not longer. */
export const longestText = 20_000;
export const longestNote = 1000;

/** What stands in a chapter because it is set so. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      /** Above the table. */
      readonly title?: string;
      /** The heads of the columns; none where each row is a name and what is said of it. */
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** How wide the columns are, one beside the other. */
      readonly shares: readonly number[];
      /** There are more rows than are told. */
      readonly isCut?: boolean;
    };

export interface Chapter {
  readonly key: ChapterKey;
  /** Such as `2.1`. */
  readonly number: string;
  readonly title: string;
  /** In the words of the tenant, or the usual ones. */
  readonly text: string;
  readonly isOwn: boolean;
  readonly blocks: readonly Block[];
}

export interface DocumentedPart {
  readonly key: Part;
  readonly number: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** One version as it was made; it never changes. */
export interface Version {
  readonly number: number;
  readonly lang: DocumentationLanguage;
  readonly note: string | null;
  readonly made_by: string;
  /** ISO 8601. */
  readonly made_at: string;
  readonly pages: number;
  /** Of its file, as hexadecimal digits. */
  readonly sha256: string;
  /** The last day on which the file must be there (ARC-02). */
  readonly retain_until: string;
}

/** What somebody has changed in what is described, in words. */
export interface Change {
  /** ISO 8601. */
  readonly at: string;
  readonly person: string;
  readonly what: string;
  /** Such as `Freigabelimit: 1.000,00 → 2.000,00`. */
  readonly how: string;
}

/** What has happened to what is described. */
export interface Past {
  /** The newest first. */
  readonly versions: readonly Pick<Version, 'number' | 'note' | 'made_by' | 'made_at'>[];
  /** Since the newest of them, the newest first. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

/** `GET /api/process-documentation?lang=`. */
export interface DocumentationAnswer {
  readonly lang: DocumentationLanguage;
  readonly parts: readonly DocumentedPart[];
  /** The newest first. */
  readonly versions: readonly Version[];
  /** Whether something is different from what the newest version says. */
  readonly isChanged: boolean;
  /** Since the newest version, the newest first; not all where there are very many. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

/** `POST /api/process-documentation/text`; a text of null gives the usual one back. */
export interface SavedText {
  readonly chapter: ChapterKey;
  readonly lang: DocumentationLanguage;
  readonly text: string | null;
  /** What stood there when it was opened: what somebody else wrote meanwhile is not overwritten. */
  readonly expected: string;
}

/** `POST /api/process-documentation/version`. */
export interface VersionOrder {
  readonly lang: DocumentationLanguage;
  readonly note: string | null;
  /** The same key a second time is the same version. */
  readonly key: string;
}
