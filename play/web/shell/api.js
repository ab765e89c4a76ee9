// api.js: requests to the server. Every failure becomes an Error with the server's own words.

const token = (() => {
  const given = new URL(location.href).searchParams.get('token');
  if (given) {
    sessionStorage.setItem('marshal-token', given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('marshal-token') ?? '';
})();

async function request(path, options = {}) {
  let answer;
  const headers = { ...(options.headers ?? {}) };
  if (token) headers['X-Marshal-Token'] = token;
  try {
    answer = await fetch(`/api/${path}`, { ...options, headers });
  } catch {
    const error = new Error('The server does not answer. Is it still running?');
    error.status = 0;
    throw error;
  }
  const text = await answer.text();
  if (!answer.ok) {
    let words = `The server refused (${answer.status}).`;
    try { words = JSON.parse(text).error ?? words; } catch { /* not JSON: the words stand */ }
    const error = new Error(words);
    error.status = answer.status;
    throw error;
  }
  return text;
}

const post = async (path, body, type = 'application/json') =>
  JSON.parse(await request(path, { method: 'POST', headers: { 'X-Marshal': '1', 'Content-Type': type }, body }));

export const scenarios = async () => JSON.parse(await request('scenarios'));
export const puzzles = async () => JSON.parse(await request('puzzles'));
export const openPuzzle = (wish) => post('puzzles', JSON.stringify(wish));
export const newGame = (wish) => post('games', JSON.stringify(wish));
// purpose: "review=1", or "bar=1" for a game to be played with winning chances
export const loadRecord = (text, purpose) => post(`load?${purpose}`, text, 'application/jsonl');
export const look = async (game, what, query = '') => JSON.parse(await request(`games/${game.id}/${what}?key=${game.key}${query}`));
export const record = (game) => request(`games/${game.id}/record?key=${game.key}`);
export const act = (game, what, body = {}, query = '') => post(`games/${game.id}/${what}?key=${game.key}${query}`, JSON.stringify(body));
