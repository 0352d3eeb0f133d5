/** Waits until all are settled and returns all results; throws the first failure, which explains the others. */
export async function firstFailure<Results extends readonly unknown[]>(
  ...under: { readonly [Place in keyof Results]: Promise<Results[Place]> }
): Promise<Results> {
  const outcomes = await Promise.allSettled(under);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as unknown as Results;
}
