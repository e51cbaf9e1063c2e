// Runs before the first paint, so that a chosen theme never flashes in the other one.
try {
  const choice = localStorage.getItem('lintel.theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // A browser that keeps nothing follows the system.
}
