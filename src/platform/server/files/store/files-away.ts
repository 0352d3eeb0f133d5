/**
 * Thrown if the object store cannot be used at present: it is away, full of requests, or refuses this installation.
 * Its message is a sentence for the operator.
 */
export class FilesAway extends Error {}

/** Thrown if stored bytes are missing or differ from those that arrived: they are told, not served (TECH-16). */
export class FileDamaged extends Error {}
