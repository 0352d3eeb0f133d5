/** The result of one point of a check; a person decides on `doubtful`. */
export type PointState = 'ok' | 'doubtful' | 'missing';
