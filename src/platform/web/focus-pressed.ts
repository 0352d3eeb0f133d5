const pressable =
  'button, a[href], [role="button"], [role="tab"], input[type="checkbox"], input[type="radio"]';

/**
 * Gives the keyboard to what is clicked, before the click is heard: Safari leaves it with the page, so that nobody knew
 * afterwards what had opened a dialog (TECH-23). Whatever keeps the press from taking the keyboard is respected. Called
 * once at start.
 */
export function focusWhatIsPressed(): void {
  let isRefused = false;
  window.addEventListener('mousedown', (event) => {
    isRefused = event.defaultPrevented;
  });
  const focus = ({ target, detail }: MouseEvent): void => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
    // A click without a press comes from the keyboard or from the program.
    if (detail === 0 || isRefused || pressed === null || pressed.contains(document.activeElement)) return;
    pressed.focus({ preventScroll: true });
  };
  window.addEventListener('click', focus, { capture: true });
}
