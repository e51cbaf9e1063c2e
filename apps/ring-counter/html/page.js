const element = (id) => document.getElementById(id)

async function ask(path, method = 'GET') {
  const answer = await fetch(path, { method })
  element('problem').textContent = answer.ok ? '' : `The device answered ${answer.status}.`
  if (answer.ok) element('rings').textContent = (await answer.json()).rings
}

element('reset').addEventListener('click', () => ask('reset', 'POST'))
await ask('rings')
setInterval(() => ask('rings'), 5_000)
