const pressable =
  'button, a[href], [role="button"], [role="tab"], input[type="checkbox"], input[type="radio"]';

/**
 * Focuses a clicked element before the click is handled: Safari does not, so that a dialog could not tell what had
 * opened it (TECH-23). Respects elements that prevent focusing. Called once at start.
 */
export function focusWhatIsPressed(): void {
  let isRefused = false;
  window.addEventListener('mousedown', (event) => {
    isRefused = event.defaultPrevented;
  });
  const focus = ({ target, detail }: MouseEvent): void => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
    // A click without a press comes from the keyboard or from code.
    if (detail === 0 || isRefused || pressed === null || pressed.contains(document.activeElement)) return;
    pressed.focus({ preventScroll: true });
  };
  window.addEventListener('click', focus, { capture: true });
}
