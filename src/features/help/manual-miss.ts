export const shortestMiss = 3;
export const longestMiss = 100;

/** A search in the manual that found nothing, without who searched (ONB-10). */
export interface ManualMiss {
  /** In lower case. */
  readonly text: string;
  readonly times: number;
  /** ISO 8601. */
  readonly last_at: string;
}

/** `GET /api/help/miss`: the most frequent first. */
export interface ManualMisses {
  readonly misses: readonly ManualMiss[];
}
