const element = (id) => document.getElementById(id)

async function ask(path, method = 'GET') {
  const answer = await fetch(path, { method })
  element('problem').textContent = answer.ok ? '' : `The device answered ${answer.status}.`
  // {"rings":7}
  const [rings] = /\d+/.exec(await answer.text()) ?? []
  if (answer.ok && rings) element('rings').textContent = rings
}

element('reset').addEventListener('click', () => void ask('reset', 'POST'))
await ask('rings')
setInterval(() => void ask('rings'), 5_000)
