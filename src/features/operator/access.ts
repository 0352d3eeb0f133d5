interface Acting {
  readonly roles: readonly string[];
  readonly isImpersonating: boolean;
}

/** Operators, unless they act as another person (OP-11, AUTH-21). */
export function seesOperatorArea(session: Acting | null): boolean {
  if (session === null) return false;
  return session.roles.includes('user-operator') && !session.isImpersonating;
}
