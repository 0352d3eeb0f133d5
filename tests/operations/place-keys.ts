/** The keys of the two installations between which tests move tenants. */
export const keys = {
  old: 'the secret key of the old installation',
  new: 'the secret key of the new one, as long as it has to be',
};
