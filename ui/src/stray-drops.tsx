/** Whether a drag carries files of this computer. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false

let guards = 0

function refuse(event: DragEvent): void {
  // A drop zone, or a list that is being reordered, has taken it.
  if (event.defaultPrevented || !hasFiles(event)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/**
 * Keeps the browser from opening a file that is dropped beside a zone.
 * @returns a function that ends it
 */
export function guardStrayDrops(): () => void {
  guards += 1
  if (guards === 1) {
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
  }
  return () => {
    guards -= 1
    if (guards > 0) return
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}
