/**
 * The product cannot start, or go on, for a reason that the message explains to the person who started it. Any other
 * error is a bug.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
