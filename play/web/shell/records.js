// records.js: games as files: saved, loaded, reviewed.
import * as api from './api.js';
import { confirmBox } from './dialogs.js';
import { $, el } from './dom.js';
import { drawBar, drawPosition } from './draw.js';
import { Review } from './review.js';
import { app, complain, recall, say } from './state.js';
import { drawLog, drawTab, showTab, withDice } from './tabs.js';
import { mountView, open } from './talk.js';

export async function saveGame() {
  try {
    const text = await api.record(app.game);
    const link = el('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/jsonl' })), download: `marshal-${app.state?.scenario.replace(/.*\//, '').replace(/\.json$/, '') ?? 'game'}.jsonl` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    say(app.state?.outcome ? 'Saved.' : 'Saved. The file also holds what you may not know yet: the seed with all dice to come, and the other side\u2019s decisions. Load takes the game up again without showing them; do not look into the file before the game is over.');
  } catch (error) {
    complain(error.message);
  }
}

let fileFor = 'play';
export function pickFile(purpose) {
  fileFor = purpose;
  $('file').value = '';
  $('file').click();
}

export async function fileChosen() {
  const [file] = $('file').files;
  if (!file) return;
  try {
    if (file.size > app.catalogue.record_bytes) throw new Error('That is too long for a record of a game.');
    const answer = await api.loadRecord(await file.text(), fileFor === 'review' ? 'review=1' : `bar=${Number(recall('marshal-last')?.bar ?? true)}`);
    if (fileFor === 'review') await startReview(answer);
    else await openLeaving(answer, `${file.name} is loaded.`);
  } catch (error) {
    complain(`${file.name}: ${error.message}`);
  }
}

// Opens a game in place of what is on the page.
export async function openLeaving(answer, note) {
  leaveReview();
  app.lastWin = null;
  await open(answer, note);
}

// ---- review ----

// A review shows both hands: of a game that is not over only on purpose.
async function mayReview(game) {
  const { outcome } = await api.look(game, 'state');
  return outcome || confirmBox('This game is not over', 'A review shows both hands and every decision of the other side. If you mean to play on, leave it.', 'Show it all');
}

async function startReview(answer) {
  const game = { id: answer.id, key: answer.keys.both };
  if (!(await mayReview(game))) { api.act(game, 'close').catch(() => {}); return; }
  leaveReview();
  clearTimeout(app.timer);
  app.serial += 1; // no answer about the game played comes in any more
  await mountView(game, await api.look(game, 'step', '&ply=0'));
  app.review = new Review(game, $('review'), { close: endReview, shown: reviewShown });
  $('decision').hidden = true;
  $('review').hidden = false;
  showTab('log');
  await app.review.start();
}

function reviewShown(state, told) {
  const lines = withDice(told);
  app.state = state;
  app.log = lines;
  $('when').textContent = state.when;
  $('turn').textContent = 'Review';
  $('turn').className = 'none';
  drawBar();
  drawPosition(state);
  drawLog($('panel-log'), lines);
  $('panel-log').scrollTop = 1e6;
  drawTab();
}

export async function reviewThis() {
  try {
    await startReview(await api.loadRecord(await api.record(app.game), 'review=1'));
  } catch (error) {
    complain(error.message);
  }
}

function leaveReview() {
  app.review?.stop();
  app.review = null;
  $('review').hidden = true;
  $('decision').hidden = false;
}

async function endReview() {
  leaveReview();
  app.state = null;
  if (app.game) await open({ id: app.game.id, keys: app.game.keys, seat: app.game.seat });
  else $('do-new').click();
}
