/** Languages of a process documentation: German for the tax office, and English for other auditors. */
export const documentationLanguages = ['de', 'en'] as const;
export type DocumentationLanguage = (typeof documentationLanguages)[number];

/** Parts and chapters of a process documentation, in the order of the GoBD (ARC-06). */
export const parts = {
  general: ['purpose', 'company', 'organisation', 'modules', 'places'],
  user: ['flow', 'procurement', 'scanning', 'invoice', 'contract', 'roles', 'limits'],
  technical: ['system', 'interfaces', 'storage', 'numbers', 'accounts'],
  operation: ['retention', 'backup', 'access', 'data_access', 'training'],
  control: ['controls', 'proofs'],
  history: ['programs', 'changes'],
  appendix: ['glossary', 'signatures'],
} as const;
export type Part = keyof typeof parts;
export type ChapterKey = (typeof parts)[Part][number];

export const chapterKeys: readonly ChapterKey[] = Object.values(parts).flat();

/** Claims that need a proof or a text of the company before a version is kept (ARC-07), with the chapter of each. */
export const gapChapters = {
  places: 'places',
  scanning: 'scanning',
  encryption: 'system',
  backup: 'backup',
  rehearsal: 'backup',
  training: 'training',
  second_administrator: 'controls',
  access_review: 'controls',
  audit_check: 'proofs',
} as const satisfies Readonly<Record<string, ChapterKey>>;
export type GapKey = keyof typeof gapChapters;
export const gapKeys = Object.keys(gapChapters) as readonly GapKey[];

/** A claim without proof. */
export interface Gap {
  readonly key: GapKey;
  readonly title: string;
  /** What is missing, and what fills the gap. */
  readonly text: string;
  /** In the words of the company; null leaves the gap open. */
  readonly explanation: string | null;
}

/** Key of a stored text: a chapter, or the explanation of a gap. */
export type TextKey = ChapterKey | `gap_${GapKey}`;
export const textKeys: readonly TextKey[] = [...chapterKeys, ...gapKeys.map((key): TextKey => `gap_${key}`)];

/** Maximum length of the tenant's own text. */
export const longestText = 20_000;
export const longestNote = 1000;

/** Generated content of a chapter. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'diagram'; readonly title: string; readonly steps: readonly DiagramStep[] }
  | {
      readonly kind: 'table';
      readonly title?: string;
      /** Column heads; empty for tables of names and values. */
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Relative column widths. */
      readonly shares: readonly number[];
      /** Whether rows are omitted. */
      readonly isCut?: boolean;
    };

/** A box of a flow diagram; an arrow leads to the next one. */
export interface DiagramStep {
  readonly name: string;
  /** Who does it. */
  readonly by: string;
  /** Where it leads otherwise. */
  readonly otherwise?: string;
}

export interface Chapter {
  readonly key: ChapterKey;
  /** Such as `2.1`. */
  readonly number: string;
  readonly title: string;
  /** Written by the tenant, or the default. */
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

/** A version; it never changes. */
export interface Version {
  readonly number: number;
  readonly lang: DocumentationLanguage;
  readonly note: string | null;
  readonly made_by: string;
  /** ISO 8601. */
  readonly made_at: string;
  readonly pages: number;
  /** Hash of its file, hexadecimal. */
  readonly sha256: string;
  /** Last day of the file's retention (ARC-02). */
  readonly retain_until: string;
}

/** A change of the described settings, as text. */
export interface Change {
  /** ISO 8601. */
  readonly at: string;
  readonly person: string;
  readonly what: string;
  /** Such as `Freigabelimit: 1.000,00 → 2.000,00`. */
  readonly how: string;
}

/** History of the described settings. */
export interface Past {
  /** Newest first. */
  readonly versions: readonly Pick<Version, 'number' | 'note' | 'made_by' | 'made_at'>[];
  /** Changes since the newest version, newest first. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

/** `GET /api/process-documentation?lang=`. */
export interface DocumentationAnswer {
  readonly lang: DocumentationLanguage;
  readonly parts: readonly DocumentedPart[];
  /** Claims without proof; a version needs an explanation of each. */
  readonly gaps: readonly Gap[];
  /** Newest first. */
  readonly versions: readonly Version[];
  /** Whether the content differs from the newest version. */
  readonly isChanged: boolean;
  /** Changes since the newest version, newest first, possibly limited. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

/** `POST /api/process-documentation/text`; null restores the default text. */
export interface SavedText {
  readonly chapter: TextKey;
  readonly lang: DocumentationLanguage;
  readonly text: string | null;
  /** Text when editing began, so that concurrent changes are not overwritten. */
  readonly expected: string;
}

/** `POST /api/process-documentation/version`. */
export interface VersionOrder {
  readonly lang: DocumentationLanguage;
  readonly note: string | null;
  /** A repeated key returns the same version. */
  readonly key: string;
}
