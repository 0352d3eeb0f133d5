/**
 * The product cannot start, or go on; the message explains the reason to the person who started it. Any other error
 * is a bug.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
