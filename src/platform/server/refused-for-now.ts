import { Refused, refuse } from '../../base/refusal.ts';

/** A refusal with Retry-After in seconds. */
export class RefusedForNow extends Refused {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(refuse('too_many_requests'));
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
