import { Refused, refuse } from '../../base/refusal.ts';

/** A refusal that tells when to come again, in seconds. */
export class RefusedForNow extends Refused {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(refuse('too_many_requests'));
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
