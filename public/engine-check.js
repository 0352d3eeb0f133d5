/*
 * Says which browser is needed where this one is too old, in words that the oldest can read: this file is sent as it stands.
 * Whoever has these functions has all that the pages use: tests/start/engines.test.ts.
 */
(function check() {
  function isKnown(name) {
    return name.split('.').reduce(partOf, window) !== undefined;
  }
  function partOf(whole, name) {
    return whole === undefined || whole === null ? undefined : whole[name];
  }
  function tell(root) {
    root.removeAttribute('id');
    root.style.cssText = 'max-width: 40em; margin: 3em auto; padding: 0 1em; font: 16px/1.5 sans-serif';
    root.setAttribute('role', 'main');
    root.innerHTML =
      '<h1>Dieser Browser ist zu alt</h1>' +
      '<p>Kontor braucht Chrome oder Edge ab Version 120, Firefox ab Version 124 oder Safari ab Version 17.4. ' +
      'Bitte aktualisieren Sie den Browser, oder nehmen Sie einen anderen.</p>' +
      '<h1 lang="en">This browser is too old</h1>' +
      '<p lang="en">Kontor needs Chrome or Edge from version 120, Firefox from version 124 or Safari from version 17.4. ' +
      'Please update the browser or use another one.</p>';
  }
  if (!['Promise.withResolvers', 'Map.groupBy', 'AbortSignal.any', 'URL.canParse'].every(isKnown)) {
    tell(document.getElementById('root'));
  }
})();
