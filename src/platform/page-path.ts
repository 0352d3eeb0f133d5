/** Whether a path is answered by the server; every other one is a page or file of the front end. */
export function isServerPath(url: string): boolean {
  return /^\/(api|v1|scim|dev)(\/|$|\?)/.test(url);
}

/** Whether a path, without its query, is a page of the front end (NAV-01); a dot in its last part means a file. */
export function isPagePath(path: string): boolean {
  return (
    !isServerPath(path) && !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.')
  );
}
