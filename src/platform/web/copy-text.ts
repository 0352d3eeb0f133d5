/**
 * Copies a text to the clipboard. Over plain http browsers have no `navigator.clipboard`, but can copy the selection
 * of a field (TECH-23).
 */
export async function copyText(text: string): Promise<void> {
  const { clipboard }: Partial<Navigator> = navigator;
  if (clipboard) return await clipboard.writeText(text);
  const { activeElement } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  (activeElement?.parentElement ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}
