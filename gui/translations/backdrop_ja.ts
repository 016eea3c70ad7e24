<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 is a hard edge; 100 keeps the finest hair.</source>
      <translation>0 ではっきり切り、100 で細い髪まで残します。</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>画像 1 枚</translation>
    </message>
    <message>
      <source>95th percentile: 95 % of frames are faster than this</source>
      <translation>95 パーセンタイル: フレームの 95% はこれより速く処理されます</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>スライドのフォルダー…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>フォルダーまたは連番画像…</translation>
    </message>
    <message>
      <source>A global shortcut needs Ctrl or Alt; {key} alone would be blocked in every program.</source>
      <translation>グローバルショートカットには Ctrl か Alt が必要です。{key} だけでは、すべてのプログラムで使えなくなります。</translation>
    </message>
    <message>
      <source>A matte would get the name of another file. Change the name pattern.</source>
      <translation>マットの名前が別のファイルと重なります。名前のパターンを変えてください。</translation>
    </message>
    <message>
      <source>A picture of the empty room gives a cleaner cut-out. It never leaves this computer.</source>
      <translation>誰もいない部屋の画像があると、切り抜きがきれいになります。画像がこのコンピューターの外に出ることはありません。</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>録画中です。仕上げて保存します。</translation>
    </message>
    <message>
      <source>A screen can be the background only live. Choose another background.</source>
      <translation>画面を背景にできるのはライブのときだけです。別の背景を選んでください。</translation>
    </message>
    <message>
      <source>A six-second sample clip</source>
      <translation>6 秒のサンプル動画</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) of {count} channels was mixed to stereo; a .mkv keeps them all.</source>
      <translation>音声トラック ({codec}) の {count} チャンネルをステレオにまとめました。.mkv ならすべて残ります。</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>音声トラック ({codec}) を省きました: このファイル形式には入りません。</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>字幕トラック ({codec}) を省きました: このファイル形式には入りません。</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>{kind} トラック ({codec}) を省きました: このファイル形式には入りません。</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>ウィンドウ</translation>
    </message>
    <message>
      <source>About</source>
      <translation>情報</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>Backdrop について</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>約半分のサイズ</translation>
    </message>
    <message>
      <source>About twice the size, best quality</source>
      <translation>約 2 倍のサイズで、最高の品質</translation>
    </message>
    <message>
      <source>Actual size (100 %)</source>
      <translation>実寸 (100%)</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>背景を追加</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>画像や動画を追加</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>アドレス</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>ネットワークカメラのアドレス</translation>
    </message>
    <message>
      <source>Adds a soft shadow of the person to the background.</source>
      <translation>背景に人物のやわらかい影を付けます。</translation>
    </message>
    <message>
      <source>After</source>
      <translation>後</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>すべてのファイル</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>このウィンドウを閉じるまで {host} を許可</translation>
    </message>
    <message>
      <source>Alpha as a greyscale video, for editing programs</source>
      <translation>編集ソフト用に、アルファをグレースケール動画で出力</translation>
    </message>
    <message>
      <source>Always keep</source>
      <translation>常に残す</translation>
    </message>
    <message>
      <source>Always kept. Drag the corners to adjust the outline.</source>
      <translation>常に残します。角をドラッグして輪郭を調整できます。</translation>
    </message>
    <message>
      <source>Always kept. Wrong object? Click it again.</source>
      <translation>常に残します。違うものが選ばれたら、もう一度クリックしてください。</translation>
    </message>
    <message>
      <source>Always replace</source>
      <translation>常に置き換え</translation>
    </message>
    <message>
      <source>An area needs three points or more.</source>
      <translation>領域には 3 つ以上の点が必要です。</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>矢印キー</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>書き出し中: {share:.0%} 完了</translation>
    </message>
    <message>
      <source>Another video track ({codec}) was left out: one of each film is processed.</source>
      <translation>別の映像トラック ({codec}) を省きました: 処理するのは動画ごとに 1 つです。</translation>
    </message>
    <message>
      <source>Any free port</source>
      <translation>空きポート</translation>
    </message>
    <message>
      <source>Any graphics card</source>
      <translation>任意のグラフィックカード</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>映像の領域</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>領域…</translation>
    </message>
    <message>
      <source>Arrow keys move the person, with Shift farther.</source>
      <translation>矢印キーで人物を動かします。Shift を押すと大きく動きます。</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>ウィンドウと同じ</translation>
    </message>
    <message>
      <source>Assign other keys</source>
      <translation>別のキーを割り当てる</translation>
    </message>
    <message>
      <source>Audio</source>
      <translation>音声</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>オーロラ</translation>
    </message>
    <message>
      <source>Auto-framing</source>
      <translation>オートフレーミング</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>自動</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>自動 ({choice})</translation>
    </message>
    <message>
      <source>Averages the matte with that of the mirrored frame: fewer mistakes with Fast, up to twice the time</source>
      <translation>反転したフレームのマットと平均します。「高速」での誤りが減りますが、時間は最大 2 倍です</translation>
    </message>
    <message>
      <source>Back to the full window (F10)</source>
      <translation>通常のウィンドウに戻る (F10)</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>映像に戻る (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>書き出しが終わると Backdrop を閉じます。</translation>
    </message>
    <message>
      <source>Backdrop ran into an unexpected error. If it happens again, restart it. Log file: {log_path}</source>
      <translation>Backdrop で予期しないエラーが発生しました。繰り返す場合は再起動してください。ログ: {log_path}</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>Backdrop 自身のコード、モデル、画像は MIT ライセンスです。</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>背景</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>背景色</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>背景 {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>背景 {name} を読めません ({reason})。別の背景を選んでください。</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>背景 {name} には表示できるページがありません。壊れているか、空か、PDF ではありません。スライドを書き出し直してください。</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>背景 {name} は {size:.1f} GiB です。PDF の上限は {most} なので、小さい画像で保存してください。</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>背景 {name} は画像のないフォルダーです。スライドを画像として書き出すか、画像や動画を指定してください。</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>背景 {name} は壊れています: 完全にデコードできないフレームがあります。可能ならファイルをコピーし直してください。</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>背景 {name} はパスワードで保護されています。パスワードなしで保存したものを選んでください。</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>背景 {name} {error}。</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>背景 {name}: {page} ページを表示できません ({why})。スライドを書き出し直してください。</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>標準</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>前</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>前と後 (ファイル用) (V)</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>最良</translation>
    </message>
    <message>
      <source>Best (hardly slower)</source>
      <translation>最良 (ほぼ同じ時間)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f}x slower)</source>
      <translation>最良 ({ratio:.0f} 倍の時間)</translation>
    </message>
    <message>
      <source>Best available</source>
      <translation>利用できる最良の設定</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>ぼかし</translation>
    </message>
    <message>
      <source>Blur my background</source>
      <translation>背景をぼかす</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>ぼかしの強さ</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>ボケ</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>本棚</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>両方</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>明るさ</translation>
    </message>
    <message>
      <source>Browse</source>
      <translation>参照</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>付属のサンプル</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>カメラとしての付属サンプル</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>カメラまたはファイル</translation>
    </message>
    <message>
      <source>Camera or file to show</source>
      <translation>表示するカメラまたはファイル</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>カメラの解像度とフレームレート</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>カメラ {index} を開けません。使用中のプログラムを閉じてください。</translation>
    </message>
    <message>
      <source>Camera {name} disconnected: {trouble}. Only the background is shown until it is back.</source>
      <translation>カメラ {name} の接続が切れました: {trouble}。戻るまで背景だけを表示します。</translation>
    </message>
    <message>
      <source>Camera {name} shows no picture yet: {sentence}</source>
      <translation>カメラ {name} はまだ何も映していません: {sentence}</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>カメラ</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>この書き出しをキャンセル</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>キャンセルしました</translation>
    </message>
    <message>
      <source>Cancelled. The finished part is kept</source>
      <translation>キャンセルしました。できた部分は残っています</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>キャンセルしています…</translation>
    </message>
    <message>
      <source>Capture the empty room for a cleaner cut-out</source>
      <translation>誰もいない部屋を撮影して、切り抜きをきれいにする</translation>
    </message>
    <message>
      <source>Change it if another program uses this port; 0 takes a free one</source>
      <translation>ほかのプログラムが使っている場合は変更。0 で空きポートを使用</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>キーを変更…</translation>
    </message>
    <message>
      <source>Checking this computer and timing the models…</source>
      <translation>コンピューターを確認し、モデルを計測しています…</translation>
    </message>
    <message>
      <source>Checking this computer first…</source>
      <translation>先にこのコンピューターを確認しています…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>カメラまたはファイルを選択</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>ファイルを選ぶ</translation>
    </message>
    <message>
      <source>Choose a video, photo or camera</source>
      <translation>動画、写真、カメラを選んでください</translation>
    </message>
    <message>
      <source>Choose backgrounds, presets and slides, record and mute from other programs. They need the token; other computers cannot connect.</source>
      <translation>ほかのプログラムから背景、プリセット、スライドの選択、録画、ミュートができます。トークンが必要です。ほかのコンピューターからは接続できません。</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>録画の保存先を選ぶ</translation>
    </message>
    <message>
      <source>Choose where to save the file.</source>
      <translation>保存先を選んでください。</translation>
    </message>
    <message>
      <source>Choose “{device}” as the camera in the other program.</source>
      <translation>ほかのプログラムで、カメラに「{device}」を選んでください。</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>選んだ人</translation>
    </message>
    <message>
      <source>Chosen person</source>
      <translation>選んだ人物</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>クロマグリーン</translation>
    </message>
    <message>
      <source>Clear In and Out</source>
      <translation>イン点とアウト点を解除</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>すべて消去</translation>
    </message>
    <message>
      <source>Click a key, then press a new one. Global shortcuts are at the end.</source>
      <translation>キーをクリックし、新しいキーを押してください。グローバルショートカットは最後にあります。</translation>
    </message>
    <message>
      <source>Click an object such as a microphone or a chair, or draw around it: it is always kept</source>
      <translation>マイクや椅子などの物をクリックするか囲みます。常に残します</translation>
    </message>
    <message>
      <source>Click an object to keep it, such as a microphone or a chair, or draw around it.</source>
      <translation>マイクや椅子など、残したい物をクリックするか、囲んでください。</translation>
    </message>
    <message>
      <source>Click everyone who stays. All others are removed.</source>
      <translation>残す人をすべてクリックします。ほかの人は消えます。</translation>
    </message>
    <message>
      <source>Click or drag to seek; arrow keys step one second</source>
      <translation>クリックかドラッグで移動。矢印キーで 1 秒ずつ動きます</translation>
    </message>
    <message>
      <source>Click others who stay, or a mark to take it back.</source>
      <translation>ほかにも残す人をクリックします。マークをクリックすると取り消します。</translation>
    </message>
    <message>
      <source>Click people in the picture who stay; all others are removed</source>
      <translation>映像の中で残す人をクリックします。ほかの人は消えます</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>クリックしてから別のキーを押します: {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>Backdrop を閉じますか？</translation>
    </message>
    <message>
      <source>Close the cut-out (Esc)</source>
      <translation>切り抜きを閉じる (Esc)</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>終わったら閉じる</translation>
    </message>
    <message>
      <source>Close without exporting (Esc)</source>
      <translation>書き出さずに閉じる (Esc)</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>コーデック</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>コマンド</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>比較</translation>
    </message>
    <message>
      <source>Compression of the video</source>
      <translation>動画の圧縮方式</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>接続</translation>
    </message>
    <message>
      <source>Container of the file</source>
      <translation>ファイルのコンテナー</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>コピーしました</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>コピーしました。</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>コピー</translation>
    </message>
    <message>
      <source>Copy all audio tracks</source>
      <translation>すべての音声トラックをコピー</translation>
    </message>
    <message>
      <source>Copy report</source>
      <translation>レポートをコピー</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>アドレスをコピー</translation>
    </message>
    <message>
      <source>Copy the token</source>
      <translation>トークンをコピー</translation>
    </message>
    <message>
      <source>Copy this command</source>
      <translation>このコマンドをコピー</translation>
    </message>
    <message>
      <source>Custom colour</source>
      <translation>カスタムカラー</translation>
    </message>
    <message>
      <source>Custom colour {colour}</source>
      <translation>カスタムカラー {colour}</translation>
    </message>
    <message>
      <source>Cut-out</source>
      <translation>切り抜き</translation>
    </message>
    <message>
      <source>Cut-out on the desktop</source>
      <translation>デスクトップに切り抜きを表示</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>ダーク</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>新しい背景を暗く、または明るくします。</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>日の光</translation>
    </message>
    <message>
      <source>Default quality of the codec</source>
      <translation>コーデックの標準の品質</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>インターレース解除</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>遅延 95%</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>遅延の中央値</translation>
    </message>
    <message>
      <source>Delete removes this stroke; the marks below the seek bar trim its reach.</source>
      <translation>Delete キーでこのストロークを削除します。シークバー下のマークで範囲を調整できます。</translation>
    </message>
    <message>
      <source>Delete the learnt room</source>
      <translation>学習した部屋を削除</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>このプリセットを削除</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>詳細</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>デバイス</translation>
    </message>
    <message>
      <source>Dismiss</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>閉じない (Enter, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>接続しない</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>まだ録画しない (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>保存しない</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>完了</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>完了 ({rate:.0f} フレーム/秒)</translation>
    </message>
    <message>
      <source>Drag a box around yourself. Everything outside it is replaced.</source>
      <translation>自分を枠で囲んでください。枠の外はすべて置き換えます。</translation>
    </message>
    <message>
      <source>Drag a box: everything outside it is replaced</source>
      <translation>枠を描きます。枠の外はすべて置き換えます</translation>
    </message>
    <message>
      <source>Drag in the picture</source>
      <translation>映像の中でドラッグ</translation>
    </message>
    <message>
      <source>Drag it, or use the arrow keys
Double-click or Delete undoes it.</source>
      <translation>ドラッグ、または矢印キーで動かします
ダブルクリックまたは Delete で元に戻します。</translation>
    </message>
    <message>
      <source>Draw around an area: everything in it is replaced</source>
      <translation>領域を囲みます。中はすべて置き換えます</translation>
    </message>
    <message>
      <source>Draw around anything that should always be replaced.</source>
      <translation>常に置き換えたい部分を囲んでください。</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands whose edge is too hard.</source>
      <translation>輪郭が硬すぎる髪や速い手の動きを囲んでください。</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands: edges in it become gradual</source>
      <translation>髪や速い手の動きを囲みます。中の輪郭をなめらかにします</translation>
    </message>
    <message>
      <source>Drop projects to export them</source>
      <translation>プロジェクトをドロップして書き出し</translation>
    </message>
    <message>
      <source>Drop to add to the backgrounds</source>
      <translation>ドロップして背景に追加</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>ドロップして開く</translation>
    </message>
    <message>
      <source>Drop to use as the background</source>
      <translation>ドロップして背景に使用</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>破棄</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>夕暮れ</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>輪郭の柔らかさ</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>輪郭の切り込み</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>エンコーダー</translation>
    </message>
    <message>
      <source>End of the mark</source>
      <translation>マークの終わり</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>処理</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>エラー</translation>
    </message>
    <message>
      <source>Estimate for this computer: {size}, {duration}</source>
      <translation>このコンピューターでの見積もり: {size}、{duration}</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>全員</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>書き出し</translation>
    </message>
    <message>
      <source>Export a second, deinterlaced file</source>
      <translation>インターレース解除した 2 つ目のファイルを書き出す</translation>
    </message>
    <message>
      <source>Export again with the same settings</source>
      <translation>同じ設定でもう一度書き出す</translation>
    </message>
    <message>
      <source>Export all</source>
      <translation>すべて書き出す</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>すべてのファイルを書き出す</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>すべて書き出し…</translation>
    </message>
    <message>
      <source>Export every file in the list (Ctrl+Shift+E)</source>
      <translation>一覧のすべてのファイルを書き出す (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Export failed: {message}</source>
      <translation>書き出しに失敗しました: {message}</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>{name} の書き出し</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>このファイルを書き出す</translation>
    </message>
    <message>
      <source>Export this file with its new background (Ctrl+E)</source>
      <translation>このファイルを新しい背景で書き出す (Ctrl+E)</translation>
    </message>
    <message>
      <source>Export time on this computer: {duration}</source>
      <translation>このコンピューターでの書き出し時間: {duration}</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>{name} を書き出す</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>{n} 個のファイルを書き出す</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>書き出し</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>書き出し…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>失敗しました</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>高速</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>ファイルサイズ</translation>
    </message>
    <message>
      <source>Files are exported one at a time: {reason}</source>
      <translation>ファイルは 1 つずつ書き出します: {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>その間に {path} という名前のファイルが現れたため、置き換えませんでした</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>埋める</translation>
    </message>
    <message>
      <source>Fill the frame and crop the edges</source>
      <translation>画面いっぱいに表示し、はみ出す部分を切り取る</translation>
    </message>
    <message>
      <source>Finding its outline…</source>
      <translation>輪郭を検出しています…</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>仕上げて閉じる</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>書き出しを終えてから閉じます</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>この録画を仕上げる</translation>
    </message>
    <message>
      <source>Finished frames per second</source>
      <translation>完成した毎秒フレーム数</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>ファイルを仕上げています…</translation>
    </message>
    <message>
      <source>First frame number</source>
      <translation>最初のフレーム番号</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>収める</translation>
    </message>
    <message>
      <source>Fit to window</source>
      <translation>ウィンドウに合わせる</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>背景の合わせ方、ぼかし、明るさ</translation>
    </message>
    <message>
      <source>Following the strokes: {share}</source>
      <translation>ストロークを追跡しています: {share}</translation>
    </message>
    <message>
      <source>Following the strokes…</source>
      <translation>ストロークを追跡しています…</translation>
    </message>
    <message>
      <source>For a Stream Deck or your own scripts; off by default</source>
      <translation>Stream Deck や自作スクリプト用。初期設定はオフ</translation>
    </message>
    <message>
      <source>For flat, ungraded footage: the person is found in a picture with contrast. The video itself stays as it is</source>
      <translation>カラーグレーディング前の眠い映像用です。コントラストを付けた映像で人物を探します。動画そのものは変わりません</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>忘れる</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>形式</translation>
    </message>
    <message>
      <source>Frame rate</source>
      <translation>フレームレート</translation>
    </message>
    <message>
      <source>Frame rate and detail are lowered automatically when this computer is busy</source>
      <translation>コンピューターの負荷が高いと、フレームレートと細かさを自動で下げます</translation>
    </message>
    <message>
      <source>Frames are repeated or dropped; the audio stays in sync</source>
      <translation>フレームを繰り返すか間引きます。音声は同期したままです</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>入力フレーム</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>映像がこのコンピューターの外に出ることはありません。</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>出力フレーム</translation>
    </message>
    <message>
      <source>Frames per second from the source</source>
      <translation>ソースからの毎秒フレーム数</translation>
    </message>
    <message>
      <source>Frames skipped because a newer one was ready</source>
      <translation>新しいフレームが届いたため飛ばしたフレーム</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>撮影から完成まで</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>最大</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>元の品質に戻りました。</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>全画面</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>全画面 (F11)</translation>
    </message>
    <message>
      <source>Global: also while another program is in front</source>
      <translation>グローバル: ほかのプログラムが前面でも有効</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>グラフィック</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>グラフィックカード (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphics card (any)</source>
      <translation>グラフィックカード (任意)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>グラファイト</translation>
    </message>
    <message>
      <source>Hardware and software found</source>
      <translation>見つかったハードウェアとソフトウェア</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>サイドパネルの表示 / 非表示</translation>
    </message>
    <message>
      <source>Hide the exports</source>
      <translation>書き出しの一覧を隠す</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>段階ごとの時間を隠す</translation>
    </message>
    <message>
      <source>Higher values trim closer to the person.</source>
      <translation>大きいほど人物に近いところで切ります。</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>丘</translation>
    </message>
    <message>
      <source>Hold to show the original (O)</source>
      <translation>押している間、元の映像を表示 (O)</translation>
    </message>
    <message>
      <source>How many files are exported at the same time</source>
      <translation>同時に書き出すファイル数</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>背景の合わせ方</translation>
    </message>
    <message>
      <source>In</source>
      <translation>イン</translation>
    </message>
    <message>
      <source>In point</source>
      <translation>イン点</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>隅に</translation>
    </message>
    <message>
      <source>In: {time}. Drag, or use the arrow keys ([ sets it here)
Double-click or Delete clears it.</source>
      <translation>イン: {time}。ドラッグか矢印キーで移動 ([ でここに設定)
ダブルクリックか Delete で解除します。</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>情報</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>OBS Virtual Camera を含む OBS Studio 26 以降、または Unity Capture をインストールし、このプログラムを起動し直してください。</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>OBS Studio 30 以降をインストールし、その仮想カメラを一度起動して、システム設定で拡張機能を許可してから、このプログラムを起動し直してください。</translation>
    </message>
    <message>
      <source>Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other programs that send to it, and switch it on again.</source>
      <translation>Unity Capture をインストールし (github.com/schellingb/UnityCapture: Install.bat を実行)、使用中のほかのプログラムを終了してから、もう一度オンにしてください。</translation>
    </message>
    <message>
      <source>Install the optional package first: {command}</source>
      <translation>先に任意のパッケージをインストールしてください: {command}</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: {install}), then run: {command}</source>
      <translation>カーネルモジュール v4l2loopback をインストールし (Debian と Ubuntu: {install})、次を実行してください: {command}</translation>
    </message>
    <message>
      <source>Internal error while {doing} ({error}); see the log. Try again, and report it if it happens again.</source>
      <translation>内部エラーが起きました ({doing}: {error})。ログを見てください。もう一度試し、また起きる場合は報告してください。</translation>
    </message>
    <message>
      <source>It needs the frames ahead, which are switched off.</source>
      <translation>後に続くフレームが必要ですが、オフになっています。</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>マットは隣の {name} です。</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>JPEG 画像</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>残す</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>映像の全員を残します</translation>
    </message>
    <message>
      <source>Keep audio</source>
      <translation>音声を残す</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>続ける</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>いちばん大きい人だけを残します</translation>
    </message>
    <message>
      <source>Keeps you centred and close, as a camera operator does</source>
      <translation>カメラマンのように、人物を中央に大きく映し続けます</translation>
    </message>
    <message>
      <source>Kept by a stroke</source>
      <translation>ストロークで残す</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>キーボード</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>キーボードショートカット</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>キー</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>言語 (Language)</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>大</translation>
    </message>
    <message>
      <source>Large model: finer edges and hair, fewer mistakes</source>
      <translation>大きいモデル: 輪郭と髪がより細かく、誤りも少なくなります</translation>
    </message>
    <message>
      <source>Largest</source>
      <translation>最大の人</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>最大の人だけ</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>もう一度学習</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>部屋を学習</translation>
    </message>
    <message>
      <source>Learn the room automatically</source>
      <translation>部屋を自動で学習</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>部屋を学習中: {share:.0%}</translation>
    </message>
    <message>
      <source>Learns the parts of the room that you uncover as you move</source>
      <translation>動いたときに見える部屋の部分を学習します</translation>
    </message>
    <message>
      <source>Learnt room</source>
      <translation>学習した部屋</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>残りもの</translation>
    </message>
    <message>
      <source>Let clicks through (the More menu ends it)</source>
      <translation>クリックを通す (「その他」メニューで解除)</translation>
    </message>
    <message>
      <source>Let clicks through the cut-out</source>
      <translation>切り抜きの下にクリックを通す</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>ライセンス</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>ライセンス</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>ライト</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>グラフィックカードのないコンピューターでも動く軽さです。</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>光の回り込み</translation>
    </message>
    <message>
      <source>Log curve of the camera</source>
      <translation>カメラの Log カーブ</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>見た目</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>カメラを探しています…</translation>
    </message>
    <message>
      <source>Looking for the person…</source>
      <translation>人物を探しています…</translation>
    </message>
    <message>
      <source>Loop</source>
      <translation>ループ</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>重みは MIT。学習画像には別の条件があります: weights/README.md</translation>
    </message>
    <message>
      <source>MOV, for editing</source>
      <translation>MOV (編集用)</translation>
    </message>
    <message>
      <source>MP4 recordings and virtual cameras do not support transparency and show black instead. Snapshots and exports keep it.</source>
      <translation>MP4 の録画と仮想カメラは透明に対応していないため、黒で表示します。スナップショットと書き出しでは透明のままです。</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4 (どこでも再生可能)</translation>
    </message>
    <message>
      <source>Mark areas that are always kept or always replaced</source>
      <translation>常に残す領域や常に置き換える領域を指定</translation>
    </message>
    <message>
      <source>Marks of the video</source>
      <translation>動画のマーク</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>光を合わせる</translation>
    </message>
    <message>
      <source>Matches the person's brightness and colour to the background.</source>
      <translation>人物の明るさと色を背景に合わせます。</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>マット</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>モデルを計測</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>所要時間を計測しています…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>計測中…</translation>
    </message>
    <message>
      <source>Message {number} of {count}</source>
      <translation>メッセージ {number}/{count}</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>マイク</translation>
    </message>
    <message>
      <source>Microphone for recordings</source>
      <translation>録画に使うマイク</translation>
    </message>
    <message>
      <source>Milliseconds per frame in each stage</source>
      <translation>各段階にかかる 1 フレームあたりのミリ秒</translation>
    </message>
    <message>
      <source>Mini window, always on top</source>
      <translation>ミニウィンドウ (常に手前)</translation>
    </message>
    <message>
      <source>Mini window, always on top (F10)</source>
      <translation>ミニウィンドウ (常に手前) (F10)</translation>
    </message>
    <message>
      <source>Minimum digits</source>
      <translation>最小桁数</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>ミント</translation>
    </message>
    <message>
      <source>Minutes:seconds, such as 1:23.5; arrow keys step one second</source>
      <translation>分:秒 (例: 1:23.5)。矢印キーで 1 秒ずつ動きます</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>左右反転</translation>
    </message>
    <message>
      <source>Mirror the person, not the background (M)</source>
      <translation>背景ではなく人物だけを左右反転 (M)</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>モデル</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>モデル {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>モデル</translation>
    </message>
    <message>
      <source>More</source>
      <translation>その他</translation>
    </message>
    <message>
      <source>Move and size yourself in the picture, with the pointer or the arrow keys</source>
      <translation>ポインターまたは矢印キーで、映像の中の自分の位置と大きさを変えます</translation>
    </message>
    <message>
      <source>Move down</source>
      <translation>下へ</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>このバーを下へ移動</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>このバーを上へ移動</translation>
    </message>
    <message>
      <source>Move up</source>
      <translation>上へ</translation>
    </message>
    <message>
      <source>Moves the background left or right.</source>
      <translation>背景を左右に動かします。</translation>
    </message>
    <message>
      <source>Moves the background up or down.</source>
      <translation>背景を上下に動かします。</translation>
    </message>
    <message>
      <source>Moves the person left or right.</source>
      <translation>人物を左右に動かします。</translation>
    </message>
    <message>
      <source>Moves the person up or down.</source>
      <translation>人物を上下に動かします。</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>ミュート</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>ミュート (N)</translation>
    </message>
    <message>
      <source>Muted while the microphone is recording</source>
      <translation>マイクの録音中はミュートします</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>自分のカメラ</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>自分のカメラ: {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>自分の部屋</translation>
    </message>
    <message>
      <source>My room: the background is not replaced</source>
      <translation>自分の部屋: 背景を置き換えません</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>自分の画面</translation>
    </message>
    <message>
      <source>NDI opens no source on this computer.</source>
      <translation>このコンピューターでは NDI のソースを開けません。</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>名前</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>新しいプリセットの名前</translation>
    </message>
    <message>
      <source>Name on the command line, and start of the file's SHA-256</source>
      <translation>コマンドラインでの名前と、ファイルの SHA-256 の先頭</translation>
    </message>
    <message>
      <source>Name pattern</source>
      <translation>名前のパターン</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>この見た目の名前</translation>
    </message>
    <message>
      <source>Neural network that cuts you out</source>
      <translation>人物を切り抜くニューラルネットワーク</translation>
    </message>
    <message>
      <source>New token</source>
      <translation>新しいトークン</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>次の背景</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>次の背景 (B)</translation>
    </message>
    <message>
      <source>Next frame</source>
      <translation>次のフレーム</translation>
    </message>
    <message>
      <source>Next frame (.)</source>
      <translation>次のフレーム (.)</translation>
    </message>
    <message>
      <source>Next mark</source>
      <translation>次のマーク</translation>
    </message>
    <message>
      <source>Next message</source>
      <translation>次のメッセージ</translation>
    </message>
    <message>
      <source>Next slide</source>
      <translation>次のスライド</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>次のスライド (PgDown)</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>次の表示</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>ナイトブルー</translation>
    </message>
    <message>
      <source>No camera found. Plug one in to use it.</source>
      <translation>カメラが見つかりません。つなぐと使えます。</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>カメラが見つからないため、サンプルを再生しています。カメラを接続するか、ファイルを開いてください。</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>モデルが動作しません。別のモデルかデバイスを選んでください。</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>まだフレームがありません</translation>
    </message>
    <message>
      <source>No licence text is included.</source>
      <translation>ライセンス文は付属していません。</translation>
    </message>
    <message>
      <source>No microphone found</source>
      <translation>マイクが見つかりません</translation>
    </message>
    <message>
      <source>No microphone found, so the recording will have no sound. Plug one in, or record without sound.</source>
      <translation>マイクが見つからないので、録画に音が入りません。マイクをつなぐか、音なしで録画してください。</translation>
    </message>
    <message>
      <source>No microphone is selected, so the recording will have no sound.</source>
      <translation>マイクが選ばれていないので、録画に音が入りません。</translation>
    </message>
    <message>
      <source>No model could be started. Only the background is shown.</source>
      <translation>モデルを起動できません。背景だけを表示しています。</translation>
    </message>
    <message>
      <source>No object found there. Draw around it instead.</source>
      <translation>そこには物が見つかりません。周りを囲んでください。</translation>
    </message>
    <message>
      <source>No other window is open. Open one first, then choose it here.</source>
      <translation>ほかのウィンドウが開いていません。先に開いてから、ここで選んでください。</translation>
    </message>
    <message>
      <source>No person found. Only the background is shown.</source>
      <translation>人物が見つかりません。背景だけを表示しています。</translation>
    </message>
    <message>
      <source>No person was found there. Click a person.</source>
      <translation>そこに人は見つかりませんでした。人物をクリックしてください。</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>プリセットなし</translation>
    </message>
    <message>
      <source>No program is connected.</source>
      <translation>接続中のプログラムはありません。</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>音声なし</translation>
    </message>
    <message>
      <source>No sound from {name}. Is it muted or switched off?</source>
      <translation>{name} から音が届いていません。ミュートか電源オフになっていませんか。</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>サウンドサーバーが応答しません ({error})。{advice}。</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>サウンドサーバーが応答しません。{advice}。</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>スピーカーを開けません ({error})。接続してください。</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>仮想カメラを開けませんでした。試したもの: {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>この映像にはありません</translation>
    </message>
    <message>
      <source>None in this video</source>
      <translation>この動画にはありません</translation>
    </message>
    <message>
      <source>Not in log</source>
      <translation>Log ではない</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>保存できませんでした: {reason}。別のフォルダーを選んでください。</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>やり直すものはありません</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>元に戻すものはありません</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>何も録画されませんでした: {why}。</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>番号</translation>
    </message>
    <message>
      <source>ONNX Runtime is installed; not timed</source>
      <translation>ONNX Runtime はインストール済み (未計測)</translation>
    </message>
    <message>
      <source>Off: Page Up and Page Down change the slides</source>
      <translation>オフ: Page Up と Page Down でスライドを切り替えます</translation>
    </message>
    <message>
      <source>Off: the room is forgotten when the source closes</source>
      <translation>オフ: ソースを閉じると、部屋の記憶を消します</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>少々お待ちください…</translation>
    </message>
    <message>
      <source>Only a range</source>
      <translation>範囲を指定</translation>
    </message>
    <message>
      <source>Only between In and Out</source>
      <translation>イン点からアウト点まで</translation>
    </message>
    <message numerus="yes">
      <source>Only between In and Out ({n} files)</source>
      <extracomment>n = 1: Only between In and Out (1 file)</extracomment>
      <translation>
        <numerusform>イン点からアウト点まで ({n} ファイル)</numerusform>
      </translation>
    </message>
    <message>
      <source>Only files can be exported. Open a video or picture first, or record the camera with the red button.</source>
      <translation>書き出せるのはファイルだけです。先に動画か画像を開くか、赤いボタンでカメラを録画してください。</translation>
    </message>
    <message>
      <source>Only files have projects. Open a video or picture first.</source>
      <translation>プロジェクトはファイルにのみ作成できます。先に動画か画像を開いてください。</translation>
    </message>
    <message>
      <source>Only in videos.</source>
      <translation>動画でのみ使えます。</translation>
    </message>
    <message>
      <source>Only one project is shown at a time: {name}.</source>
      <translation>表示できるプロジェクトは一度に 1 つです: {name}。</translation>
    </message>
    <message>
      <source>Only the background is shown: {sentence}. Choose another model or device.</source>
      <translation>背景だけを表示しています: {sentence}。別のモデルかデバイスを選んでください。</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>開く</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>フォルダーを開く</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>ネットワークカメラを開く</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>ネットワークカメラを開く (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open as image sequence</source>
      <translation>連番画像として開く</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>ファイルを開く</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>ファイルまたはフォルダーを開く (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open in the default app</source>
      <translation>既定のアプリで開く</translation>
    </message>
    <message>
      <source>Open its folder</source>
      <translation>保存先のフォルダーを開く</translation>
    </message>
    <message>
      <source>Open its project</source>
      <translation>プロジェクトを開く</translation>
    </message>
    <message>
      <source>Open video or picture…</source>
      <translation>動画か画像を開く…</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>動画や画像を開く</translation>
    </message>
    <message>
      <source>Open-source components</source>
      <translation>オープンソースの構成要素</translation>
    </message>
    <message>
      <source>Opened files</source>
      <translation>開いたファイル</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>{name} を開いています…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>元の映像</translation>
    </message>
    <message>
      <source>Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).</source>
      <translation>ほかのプログラムから見つかるのは、Avahi が動いている間だけです (Debian と Ubuntu: {command})。</translation>
    </message>
    <message>
      <source>Out</source>
      <translation>アウト</translation>
    </message>
    <message>
      <source>Out point</source>
      <translation>アウト点</translation>
    </message>
    <message>
      <source>Out: {time}. Drag, or use the arrow keys (] sets it here)
Double-click or Delete clears it.</source>
      <translation>アウト: {time}。ドラッグか矢印キーで移動 (] でここに設定)
ダブルクリックか Delete で解除します。</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>出力</translation>
    </message>
    <message>
      <source>Output file, or folder for several files</source>
      <translation>出力ファイル、または複数ファイル用のフォルダー</translation>
    </message>
    <message>
      <source>PNG pictures</source>
      <translation>PNG 画像</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>ページ</translation>
    </message>
    <message>
      <source>Paint over hair or motion: its edge becomes soft</source>
      <translation>髪や動きの上を塗ると、輪郭が柔らかくなります</translation>
    </message>
    <message>
      <source>Paint over what is missing: it is kept</source>
      <translation>欠けている部分を塗ると、残ります</translation>
    </message>
    <message>
      <source>Paint over what is wrong. It is mended before and after this frame, as far as it can be followed.</source>
      <translation>間違っている部分を塗ってください。追跡できる範囲で、このフレームの前後も修正されます。</translation>
    </message>
    <message>
      <source>Paint over what is wrong; it is mended along the motion</source>
      <translation>間違っている部分を塗ると、動きに沿って修正されます</translation>
    </message>
    <message>
      <source>Paint over what should go: it is replaced</source>
      <translation>消したい部分を塗ると、置き換わります</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>構成要素</translation>
    </message>
    <message>
      <source>Passwords are not saved. Enter yours after the name: name:password@…</source>
      <translation>パスワードは保存されません。名前の後に入力してください: name:password@…</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>一時停止</translation>
    </message>
    <message>
      <source>Pause recording</source>
      <translation>録画を一時停止</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>録画を一時停止 (P)</translation>
    </message>
    <message>
      <source>Paused during export</source>
      <translation>書き出し中は一時停止</translation>
    </message>
    <message>
      <source>Paused while the export time is measured</source>
      <translation>書き出し時間の計測中は一時停止</translation>
    </message>
    <message>
      <source>People in the picture</source>
      <translation>映像の中の人</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>人物</translation>
    </message>
    <message>
      <source>Person area</source>
      <translation>人物の領域</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>映像</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>映像、{zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>スライドの画像</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>画像、動画、PDF</translation>
    </message>
    <message>
      <source>PipeWire does not answer</source>
      <translation>PipeWire が応答しません</translation>
    </message>
    <message>
      <source>PipeWire has ended</source>
      <translation>PipeWire が終了しました</translation>
    </message>
    <message>
      <source>PipeWire refuses the camera</source>
      <translation>PipeWire がカメラを受け付けません</translation>
    </message>
    <message>
      <source>PipeWire starts no thread</source>
      <translation>PipeWire がスレッドを開始できません</translation>
    </message>
    <message>
      <source>Place of the person</source>
      <translation>人物の位置</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>再生</translation>
    </message>
    <message>
      <source>Play/pause</source>
      <translation>再生/一時停止</translation>
    </message>
    <message>
      <source>Play/pause (space)</source>
      <translation>再生/一時停止 (space)</translation>
    </message>
    <message>
      <source>Playlist: click a file to show it</source>
      <translation>プレイリスト: ファイルをクリックすると表示します</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>ポート</translation>
    </message>
    <message>
      <source>Port {port} is in use by another program or another window. Choose another port.</source>
      <translation>ポート {port} はほかのプログラムまたはウィンドウが使用中です。別のポートを選んでください。</translation>
    </message>
    <message>
      <source>Port {port} is reserved for the system. Choose one above 1023.</source>
      <translation>ポート {port} はシステム用に予約されています。1023 より大きい番号を選んでください。</translation>
    </message>
    <message>
      <source>Position X</source>
      <translation>位置 X</translation>
    </message>
    <message>
      <source>Position Y</source>
      <translation>位置 Y</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>動画の位置</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>準備中</translation>
    </message>
    <message>
      <source>Preparing Backdrop for the graphics card, only at the first start.</source>
      <translation>グラフィックカード用に Backdrop を準備しています (初回起動時のみ)。</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps.</source>
      <translation>このプロセッサー用に Backdrop を準備しています (初回起動時のみ): {total} 個中 {ready} 個完了。</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor. This takes about a minute, only at the first start.</source>
      <translation>このプロセッサー用に Backdrop を準備しています。初回起動時だけ、1 分ほどかかります。</translation>
    </message>
    <message>
      <source>Preparing: {ready} of {total}</source>
      <translation>準備中: {ready} / {total}</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>プリセット</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>キーを押して…</translation>
    </message>
    <message>
      <source>Previous frame</source>
      <translation>前のフレーム</translation>
    </message>
    <message>
      <source>Previous frame (,)</source>
      <translation>前のフレーム (,)</translation>
    </message>
    <message>
      <source>Previous mark</source>
      <translation>前のマーク</translation>
    </message>
    <message>
      <source>Previous message</source>
      <translation>前のメッセージ</translation>
    </message>
    <message>
      <source>Previous slide</source>
      <translation>前のスライド</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>前のスライド (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>プロセッサー</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>プロセッサー (CPU)</translation>
    </message>
    <message>
      <source>Processor or graphics card that runs the model</source>
      <translation>モデルを実行するプロセッサーまたはグラフィックカード</translation>
    </message>
    <message>
      <source>Programs in your network can receive “{device}” by {name}.</source>
      <translation>ネットワーク内のプログラムで、{name} の「{device}」を受信できます。</translation>
    </message>
    <message>
      <source>Programs on this computer can receive “{device}” by {name}.</source>
      <translation>このコンピューターのプログラムで、{name} の「{device}」を受信できます。</translation>
    </message>
    <message>
      <source>Programs on this computer may control Backdrop</source>
      <translation>このコンピューターのプログラムに Backdrop の操作を許可</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>{name} の進み具合</translation>
    </message>
    <message>
      <source>Projects</source>
      <translation>プロジェクト</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav}、libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 がインストールされていません。コマンドラインはなくても動きます</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt を読み込めません: {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but no display</source>
      <translation>Qt {version}、ただし画面がありません</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>品質</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>終了</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>範囲</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>録画</translation>
    </message>
    <message>
      <source>Record at a constant frame rate</source>
      <translation>一定のフレームレートで録画</translation>
    </message>
    <message>
      <source>Record the playback without its audio (R); use Export for the whole file</source>
      <translation>再生を音声なしで録画 (R)。ファイル全体には「書き出し」を使ってください</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>見えている映像を録画 (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>音声ありで録画</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>このマイクで録音します</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>これで録音</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>音声なしで録画</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>音声なしで録画しますか？</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>録画時間</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>録画</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>録画とスナップショットの保存先: {path}。別の場所を選ぶ</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>やり直す</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>やり直す: {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>低下</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} frames/s</source>
      <translation>品質を下げています、{rate:.0f} フレーム/秒</translation>
    </message>
    <message>
      <source>Reduces flicker where nothing moves.</source>
      <translation>動きのない部分のちらつきを抑えます。</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>この部屋をこのコンピューターに記憶する</translation>
    </message>
    <message>
      <source>Remote control</source>
      <translation>リモートコントロール</translation>
    </message>
    <message>
      <source>Remote control…</source>
      <translation>リモートコントロール…</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>消す</translation>
    </message>
    <message>
      <source>Remove all areas of this source</source>
      <translation>このソースの領域をすべて削除</translation>
    </message>
    <message>
      <source>Remove all finished exports from the list</source>
      <translation>終わった書き出しをすべて一覧から削除</translation>
    </message>
    <message>
      <source>Remove all strokes of this video</source>
      <translation>この動画のストロークをすべて削除</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>ギャラリーから外す</translation>
    </message>
    <message>
      <source>Remove from the list</source>
      <translation>一覧から削除</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>選んだ領域を削除 (Delete)</translation>
    </message>
    <message>
      <source>Remove the chosen stroke (Delete)</source>
      <translation>選択したストロークを削除 (Delete)</translation>
    </message>
    <message>
      <source>Removed by a stroke</source>
      <translation>ストロークで消す</translation>
    </message>
    <message>
      <source>Replace the existing file</source>
      <translation>既存のファイルを置き換える</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>すべて元に戻す</translation>
    </message>
    <message>
      <source>Reset all shortcuts to their defaults</source>
      <translation>すべてのショートカットを既定に戻す</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>位置、光、影を元に戻す</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>見た目を初期値に戻す</translation>
    </message>
    <message>
      <source>Resolution</source>
      <translation>解像度</translation>
    </message>
    <message>
      <source>Resolution and frame rate of the camera</source>
      <translation>カメラの解像度とフレームレート</translation>
    </message>
    <message>
      <source>Restart Backdrop to use it in English.</source>
      <translation>日本語で使うには Backdrop を再起動してください。</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>結果</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>再開</translation>
    </message>
    <message>
      <source>Resume the unfinished exports</source>
      <translation>未完了の書き出しを再開</translation>
    </message>
    <message>
      <source>Room learnt. The cut-out is cleaner now.</source>
      <translation>部屋を学習しました。切り抜きがきれいになりました。</translation>
    </message>
    <message>
      <source>Running smoothly, {rate:.0f} frames/s</source>
      <translation>スムーズに動作中、{rate:.0f} フレーム/秒</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>セージ</translation>
    </message>
    <message>
      <source>Same place and size as in the camera picture</source>
      <translation>カメラの映像と同じ位置と大きさ</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>スナップショットを保存</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>スナップショットを保存 (S)</translation>
    </message>
    <message>
      <source>Save and close (Esc)</source>
      <translation>保存して閉じる (Esc)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>保存名</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>テキストとして保存…</translation>
    </message>
    <message>
      <source>Save elsewhere…</source>
      <translation>別の場所に保存…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>保存先</translation>
    </message>
    <message>
      <source>Save the project</source>
      <translation>プロジェクトを保存</translation>
    </message>
    <message>
      <source>Save the project as…</source>
      <translation>プロジェクトに名前を付けて保存…</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>レポートを保存</translation>
    </message>
    <message>
      <source>Save the report to a file</source>
      <translation>レポートをファイルに保存</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>この見た目をプリセットとして保存</translation>
    </message>
    <message>
      <source>Save to</source>
      <translation>保存先</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>{name} として保存しました。</translation>
    </message>
    <message>
      <source>Saved look and background</source>
      <translation>保存した見た目と背景</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} を保存しました ({length})。</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} を保存しました。</translation>
    </message>
    <message>
      <source>Screen capture is not available on this system. Use slides as a folder of pictures instead.</source>
      <translation>このシステムでは画面をキャプチャできません。代わりに、画像フォルダーのスライドを使ってください。</translation>
    </message>
    <message>
      <source>Second pass, mirrored</source>
      <translation>反転して 2 回処理</translation>
    </message>
    <message>
      <source>Send with transparency to other programs</source>
      <translation>透明度つきでほかのプログラムに送る</translation>
    </message>
    <message>
      <source>Set In point</source>
      <translation>イン点を設定</translation>
    </message>
    <message>
      <source>Set Out point</source>
      <translation>アウト点を設定</translation>
    </message>
    <message>
      <source>Set up {name}…</source>
      <translation>{name} を設定…</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>{word} という名前のカメラが複数あります。番号で選んでください ({names})。</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>影</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>フォルダーで表示</translation>
    </message>
    <message>
      <source>Show or hide {title}</source>
      <translation>{title} の表示を切り替え</translation>
    </message>
    <message>
      <source>Show original (hold)</source>
      <translation>元の映像 (押している間)</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>書き出しを表示</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>ログを表示</translation>
    </message>
    <message>
      <source>Show the whole background, with black bars</source>
      <translation>背景全体を黒帯付きで表示</translation>
    </message>
    <message>
      <source>Show the whole message</source>
      <translation>メッセージ全体を表示</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>段階ごとの時間を表示</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>サイドパネル (F9)</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>大きさ</translation>
    </message>
    <message>
      <source>Size of the brush</source>
      <translation>ブラシのサイズ</translation>
    </message>
    <message>
      <source>Size of the brush ([ and ])</source>
      <translation>ブラシのサイズ ([ と ])</translation>
    </message>
    <message>
      <source>Size of the person on the background.</source>
      <translation>背景の前の人物の大きさです。</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>スカイブルー</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>スライド {number}/{count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>PDF のスライド</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>PDF のスライド…</translation>
    </message>
    <message>
      <source>Slightly uneven, {rate:.0f} frames/s</source>
      <translation>少し不安定、{rate:.0f} フレーム/秒</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>小</translation>
    </message>
    <message>
      <source>Small model: good edges, short export</source>
      <translation>小さいモデル: 良い輪郭を短時間で</translation>
    </message>
    <message>
      <source>Small, in the corner of slides or a screen</source>
      <translation>スライドや画面の隅に小さく表示</translation>
    </message>
    <message>
      <source>Soft edge</source>
      <translation>なめらかな輪郭</translation>
    </message>
    <message>
      <source>Soften</source>
      <translation>ぼかす</translation>
    </message>
    <message>
      <source>Softened by a stroke</source>
      <translation>ストロークで柔らかく</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>新しい背景をレンズのようにぼかします。</translation>
    </message>
    <message>
      <source>Something moved, or someone was still in the picture. Try again.</source>
      <translation>何かが動いたか、まだ人が映っていました。もう一度試してください。</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>ここでは音を再生できません ({error})。</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>ソース</translation>
    </message>
    <message>
      <source>Source ({rate:.4g})</source>
      <translation>ソース ({rate:.4g})</translation>
    </message>
    <message>
      <source>Spills the new background's light onto the edge.</source>
      <translation>新しい背景の光を輪郭に回り込ませます。</translation>
    </message>
    <message>
      <source>Start of the mark</source>
      <translation>マークの始まり</translation>
    </message>
    <message>
      <source>Start the export; it runs in the background</source>
      <translation>書き出しを開始します (バックグラウンドで実行)</translation>
    </message>
    <message>
      <source>Start/stop recording</source>
      <translation>録画の開始/停止</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>{device} で開始しています</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>処理を準備しています。</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>開始しています…</translation>
    </message>
    <message>
      <source>Starts a countdown so that you can step out</source>
      <translation>画面の外に出られるよう、カウントダウンを始めます</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>開いたままにする</translation>
    </message>
    <message>
      <source>Stay out of the picture: capturing the empty room …</source>
      <translation>画面の外でお待ちください: 誰もいない部屋を撮影中 …</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>安定性</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>しばらく画面の外に出てください: {seconds}…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>停止</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>止めて閉じる</translation>
    </message>
    <message>
      <source>Stop now; the finished part is kept</source>
      <translation>今すぐ終了 (できた部分は残ります)</translation>
    </message>
    <message>
      <source>Stored as a picture in a file that only you can read. Forget, or switching this off, deletes it.</source>
      <translation>自分だけが読めるファイルに画像として保存します。「忘れる」か、これをオフにすると削除されます。</translation>
    </message>
    <message>
      <source>Strength of the background blur.</source>
      <translation>背景のぼかしの強さです。</translation>
    </message>
    <message>
      <source>Strokes in the picture</source>
      <translation>映像のストローク</translation>
    </message>
    <message>
      <source>Strokes were left out: this video has no frame at their time ({times}).</source>
      <translation>ストロークを省きました: その時刻のフレームがこの動画にありません ({times})。</translation>
    </message>
    <message>
      <source>Strokes…</source>
      <translation>ストローク…</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>スタジオ</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>スタジオホワイト</translation>
    </message>
    <message>
      <source>Switch it on again.</source>
      <translation>もう一度オンにしてください。</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>システムに合わせる</translation>
    </message>
    <message>
      <source>Testing the graphics card, only at the first start.</source>
      <translation>グラフィックカードをテストしています (初回起動時のみ)。</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>テキスト (*.txt)</translation>
    </message>
    <message>
      <source>The CPU computes in float32 only; float16 needs a GPU.</source>
      <translation>プロセッサーではすべて float32 で計算します。float16 はグラフィックカード用です。</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. See the log for details.</source>
      <translation>グラフィックカードを使えません: {error}。詳しくはログを見てください。</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>グラフィックカードが動かなくなりました ({error})。同じフレームからプロセッサーで続けます。</translation>
    </message>
    <message>
      <source>The GPU stopped working, so the CPU took over. Choose the GPU again to switch back.</source>
      <translation>グラフィックカードが動かなくなったため、プロセッサーで続けます。戻すにはグラフィックカードを選び直してください。</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>このフレームのアルファがファイル内で壊れています。</translation>
    </message>
    <message>
      <source>The aspect ratio is kept</source>
      <translation>縦横比は保たれます</translation>
    </message>
    <message>
      <source>The attached file {codec} was left out: a .mkv holds such files.</source>
      <translation>添付ファイル {codec} を省きました: .mkv なら添付ファイルが入ります。</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>背景だけを表示しています。{reason}</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>背景を読み込めませんでした。</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>背景を開いています。</translation>
    </message>
    <message>
      <source>The background is sent, too. Choose “Transparent” to send the person alone.</source>
      <translation>背景も送られます。人物だけを送るには「透明」を選んでください。</translation>
    </message>
    <message>
      <source>The background is set to My room, so nothing would change. Choose another background.</source>
      <translation>背景が「自分の部屋」のままでは何も変わりません。別の背景を選んでください。</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>カメラが応答しません ({reason})。</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>カメラから映像が届いていません。</translation>
    </message>
    <message>
      <source>The camera view changed; Backdrop is learning the new one.</source>
      <translation>カメラの映す場所が変わりました。新しい部屋を学習しています。</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>カメラ {path} を開けません ({reason})。接続と、自分が video グループに入っているかを確認してください。</translation>
    </message>
    <message>
      <source>The clip of {name} was not found: {clip}.</source>
      <translation>{name} のクリップが見つかりません: {clip}。</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>ディスクがいっぱいになり、録画が止まりました。{kept}。再生できます。空きを作ってください。</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>このフレームの処理に失敗しました。</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>処理を開始しています。</translation>
    </message>
    <message>
      <source>The engine returned a picture of the wrong size.</source>
      <translation>処理結果の画像サイズが正しくありません。</translation>
    </message>
    <message>
      <source>The engine returned no matte.</source>
      <translation>処理結果にマットがありません。</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>前のフレームをまだ処理しています。</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>このフレームの処理に 1 秒以上かかりました。</translation>
    </message>
    <message>
      <source>The existing file is lost</source>
      <translation>既存のファイルは失われます</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>このファイル形式では、名前の末尾を {suffix} にしてください。</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>最も細かな輪郭。グラフィックカード向けです。</translation>
    </message>
    <message>
      <source>The folder {folder} does not exist. Choose another.</source>
      <translation>フォルダー {folder} がありません。別のフォルダーを選んでください。</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>フレームは {size} メガピクセル ({width}x{height}) です。{most} を超えると VP9 はメモリーを使いすぎるため、VP8 で書き出しました。</translation>
    </message>
    <message>
      <source>The learnt room was deleted.</source>
      <translation>学習した部屋を削除しました。</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>ライブ映像が終わり、ほかのプログラムに見せるものがありません。先にカメラかファイルを選んでください。</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>ライブ映像は終了しました。</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>マイク {name} を開けません ({tried})。接続と、このプログラムでの使用許可を確認するか、音声なしで録画してください。</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>マイク {name} が止まりました ({error})。接続を確認してください。</translation>
    </message>
    <message>
      <source>The model chosen in the window</source>
      <translation>ウィンドウで選んだモデル</translation>
    </message>
    <message>
      <source>The old token stops working, and programs are disconnected</source>
      <translation>古いトークンは無効になり、プログラムは切断されます</translation>
    </message>
    <message>
      <source>The other files are exported in full</source>
      <translation>ほかのファイルは全体を書き出します</translation>
    </message>
    <message>
      <source>The person cannot be moved over a blurred background.</source>
      <translation>背景をぼかしているときは、人物を動かせません。</translation>
    </message>
    <message>
      <source>The person chosen at {time} is not there. Choose again.</source>
      <translation>{time} に選んだ人物がその場所に見つかりません。もう一度選んでください。</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>新しい背景の前の人物</translation>
    </message>
    <message>
      <source>The person who is kept is being looked for.</source>
      <translation>残す人物を探しています。</translation>
    </message>
    <message>
      <source>The picture and, in a second file, its matte</source>
      <translation>映像と、別ファイルのマット</translation>
    </message>
    <message>
      <source>The picture of the empty room does not match the camera; Backdrop learns from the camera instead.</source>
      <translation>誰もいない部屋の画像がカメラと一致しません。カメラから学習します。</translation>
    </message>
    <message>
      <source>The picture stopped after an internal error. Choose the source again.</source>
      <translation>内部エラーで映像が止まりました。ソースを選び直してください。</translation>
    </message>
    <message>
      <source>The project could not be saved.</source>
      <translation>プロジェクトを保存できませんでした。</translation>
    </message>
    <message>
      <source>The range is empty. Set Out after In.</source>
      <translation>範囲が空です。アウト点をイン点より後にしてください。</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>録画が止まりました ({reason})。{kept}。</translation>
    </message>
    <message>
      <source>The recording stopped: {path} no longer exists. Was its folder moved or removed, or its disk disconnected?</source>
      <translation>録画が止まりました: {path} がありません。フォルダーの移動や削除、ディスクの取り外しをしましたか？</translation>
    </message>
    <message>
      <source>The recording {path} stopped; see the log.</source>
      <translation>録画 {path} が途切れました。理由はログにあります。</translation>
    </message>
    <message>
      <source>The remote control is off: {why}</source>
      <translation>リモートコントロールはオフです: {why}</translation>
    </message>
    <message>
      <source>The saved settings come from a newer version of Backdrop and were replaced by defaults</source>
      <translation>保存された設定は新しいバージョンの Backdrop のものなので、初期設定に戻しました</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>保存された設定を読めなかったため、初期設定に戻しました</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>保存された設定に壊れた項目 ({names}) があったため、初期設定に戻しました</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>スナップショットを保存できません: {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>サウンドサーバーを使えません: {error}。</translation>
    </message>
    <message>
      <source>The sound server failed ({error}).</source>
      <translation>サウンドサーバーが止まりました ({error})。</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>ソースを開いています。</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>スピーカーが止まりました ({error})。</translation>
    </message>
    <message>
      <source>The strokes act on their own frames alone: {reason}</source>
      <translation>ストロークは描いたフレームにのみ適用されます: {reason}</translation>
    </message>
    <message>
      <source>The token cannot be kept: {error}</source>
      <translation>トークンを保存できません: {error}</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>ウィンドウ</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>テーマ</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>カメラ {word} がありません: {there}。</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>まだ映像がありません。表示されるまでお待ちください。</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>v4l2loopback デバイスがありません。{help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>まだ録画するものがありません。先にカメラかファイルを選んでください。</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>このコンピューター</translation>
    </message>
    <message>
      <source>This computer is too slow, {rate:.0f} frames/s</source>
      <translation>処理が追いついていません、{rate:.0f} フレーム/秒</translation>
    </message>
    <message>
      <source>This file's own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>このファイルのアルファでは人物が切り抜かれていないため、モデルのマットと掛け合わせます。</translation>
    </message>
    <message>
      <source>This file's own alpha channel is used instead of the model.</source>
      <translation>モデルの代わりに、このファイルのアルファチャンネルを使っています。</translation>
    </message>
    <message>
      <source>This is not a valid camera address: {error}.</source>
      <translation>有効なカメラのアドレスではありません: {error}。</translation>
    </message>
    <message>
      <source>This is your empty room.</source>
      <translation>誰もいない部屋の画像です。</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>コンピューターが忙しいため、品質を下げています。</translation>
    </message>
    <message>
      <source>This name is reserved for a look without a preset.</source>
      <translation>この名前はプリセットなしの状態に使われています。</translation>
    </message>
    <message>
      <source>This room has not been learnt yet.</source>
      <translation>この部屋はまだ学習していません。</translation>
    </message>
    <message>
      <source>This room was learnt before.</source>
      <translation>この部屋は学習済みです。</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>このシステムで使える仮想カメラはありません。</translation>
    </message>
    <message>
      <source>This video has transparency of its own.</source>
      <translation>この動画には独自の透明度があります。</translation>
    </message>
    <message>
      <source>This video is interlaced: moving edges show as stripes</source>
      <translation>この動画はインターレースです。動く輪郭に縞が出ます</translation>
    </message>
    <message>
      <source>This would overwrite the background. Choose another name.</source>
      <translation>背景のファイルを上書きしてしまいます。別の名前を選んでください。</translation>
    </message>
    <message>
      <source>This would overwrite the source file. Choose another name.</source>
      <translation>元のファイルを上書きしてしまいます。別の名前を選んでください。</translation>
    </message>
    <message>
      <source>Time each model on this computer; the picture pauses meanwhile</source>
      <translation>このコンピューターで各モデルを計測します (その間、映像は止まります)</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>段階ごとの時間</translation>
    </message>
    <message>
      <source>Token</source>
      <translation>トークン</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>透明</translation>
    </message>
    <message>
      <source>Trim the start or the end</source>
      <translation>先頭や末尾を切り取る</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>サンプルを試す</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>スライドを 10 秒ごとに進める</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>元に戻す: {what}</translation>
    </message>
    <message>
      <source>Unfinished from last time</source>
      <translation>前回の未完了分</translation>
    </message>
    <message>
      <source>Unmute</source>
      <translation>ミュート解除</translation>
    </message>
    <message>
      <source>Unsure: {reason}</source>
      <translation>不確実: {reason}</translation>
    </message>
    <message>
      <source>Use my screen or a window</source>
      <translation>自分の画面またはウィンドウを使用</translation>
    </message>
    <message>
      <source>Use slides</source>
      <translation>スライドを使用</translation>
    </message>
    <message>
      <source>Use this camera</source>
      <translation>このカメラを使う</translation>
    </message>
    <message>
      <source>Use this picture as a camera in Zoom, OBS and other programs</source>
      <translation>この映像を Zoom や OBS などでカメラとして使う</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>バージョンとモデル</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>バージョン {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>バージョン {version}、コミット {commit}</translation>
    </message>
    <message>
      <source>Version, models and system details, without names or pictures</source>
      <translation>バージョン、モデル、システム情報 (名前や画像は含みません)</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>動画または画像…</translation>
    </message>
    <message>
      <source>Videos, pictures and projects</source>
      <translation>動画、画像、プロジェクト</translation>
    </message>
    <message>
      <source>View</source>
      <translation>表示</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>仮想カメラ</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>音量</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>音量: {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>待機中</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>映像を待っています</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>ウォームグレー</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>警告</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM (Web 用)</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>ほかの人に見える映像 (V)</translation>
    </message>
    <message>
      <source>What the brush does</source>
      <translation>ブラシの働き</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>描くもの</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>{name} はどこにありますか？</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>録画の保存先</translation>
    </message>
    <message>
      <source>While it is on, other programs do not receive this key</source>
      <translation>オンの間、このキーはほかのプログラムに届きません</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>白は残り、黒は置き換わります (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>映像に残る人</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>画面全体</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>ウィンドウ</translation>
    </message>
    <message>
      <source>Window capture is not available on this system. Use the whole screen, or slides as a PDF.</source>
      <translation>このシステムではウィンドウをキャプチャできません。画面全体か、PDF のスライドを使ってください。</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows が応答しません。もう一度お試しください</translation>
    </message>
    <message>
      <source>Windows in front of the chosen one are captured too, because desktop compositing is off. Keep it in front, or turn compositing on.</source>
      <translation>デスクトップの合成がオフのため、前にあるウィンドウも写ります。選んだウィンドウを前面に置くか、合成をオンにしてください。</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>ワーカー</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>次からは確認しません</translation>
    </message>
    <message>
      <source>You with transparency, on a checkerboard (V)</source>
      <translation>人物だけを透明の市松模様に表示 (V)</translation>
    </message>
    <message>
      <source>Your room is visible: the background is not replaced</source>
      <translation>部屋が見えています: 背景を置き換えていません</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>設定を保存できません。設定フォルダーが読み取り専用か、ディスクがいっぱいです。</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>マイカラー</translation>
    </message>
    <message>
      <source>Zoom in</source>
      <translation>ズームイン</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>ズームアウト</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>動画のフレーム</translation>
    </message>
    <message>
      <source>a person came who may be another one</source>
      <translation>別の人かもしれない人が現れました</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>この種類の画像</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>約 {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>約 {time:.1f} 時間</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>約 {time} 分</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>約 {time} 秒</translation>
    </message>
    <message>
      <source>another program uses this key; choose another</source>
      <translation>別のプログラムがこのキーを使っています。ほかのキーを選んでください</translation>
    </message>
    <message>
      <source>attached file ({codec}) copied</source>
      <translation>添付ファイル ({codec}) をコピー</translation>
    </message>
    <message>
      <source>attached file ({codec}) dropped</source>
      <translation>添付ファイル ({codec}) を省略</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>音声 ({codec}) をコピー</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>音声 ({codec}) を省略</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>音声 ({codec}) を {new_codec} に変換</translation>
    </message>
    <message>
      <source>background</source>
      <translation>背景</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>背景の合わせ方</translation>
    </message>
    <message>
      <source>cannot be read without the package OpenEXR ({line})</source>
      <translation>パッケージ OpenEXR がないと読み込めません ({line})</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>合成</translation>
    </message>
    <message>
      <source>cover picture ({codec}) dropped</source>
      <translation>カバー画像 ({codec}) を省略</translation>
    </message>
    <message>
      <source>data ({codec}) dropped</source>
      <translation>データ ({codec}) を省略</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>桁</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>はありません。パスを確認してください</translation>
    </message>
    <message>
      <source>download</source>
      <translation>取得</translation>
    </message>
    <message>
      <source>fast model on the graphics card</source>
      <translation>高速モデル (グラフィックカード)</translation>
    </message>
    <message>
      <source>fast model on the processor</source>
      <translation>高速モデル (プロセッサー)</translation>
    </message>
    <message>
      <source>finishing the recording {path}</source>
      <translation>録画 {path} の修復</translation>
    </message>
    <message>
      <source>first frame,</source>
      <translation>から、</translation>
    </message>
    <message>
      <source>following strokes</source>
      <translation>ストロークの追跡</translation>
    </message>
    <message>
      <source>good</source>
      <translation>良好</translation>
    </message>
    <message>
      <source>handing back memory</source>
      <translation>メモリーの解放</translation>
    </message>
    <message>
      <source>has 8 bits, for which no colour space can be named; leave it out</source>
      <translation>は 8 ビットなので、色空間を指定できません。指定を外してください</translation>
    </message>
    <message>
      <source>has another display window than the first picture; render it anew</source>
      <translation>の表示ウィンドウ (display window) が最初の画像と違います。レンダリングし直してください</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>は {most:.4g} メガピクセルを超えています (画像の上限は {limit:.4g})。先に小さくしてください</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>は {size} メガピクセル ({width}x{height}) です。{kind}の上限は {limit} なので、先に小さくしてください</translation>
    </message>
    <message>
      <source>holds more channels than memory has room for; save fewer layers in one file</source>
      <translation>チャンネルが多すぎてメモリーに収まりません。1 つのファイルに保存するレイヤーを減らしてください</translation>
    </message>
    <message>
      <source>holds no layer with the colours R, G and B; save them in it</source>
      <translation>R、G、B の色のレイヤーがありません。含めて保存してください</translation>
    </message>
    <message>
      <source>internal error: {error}; see the log</source>
      <translation>内部エラー: {error}。ログを見てください</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>はフォルダーです。その中のファイル名を指定してください</translation>
    </message>
    <message>
      <source>is a pipe or a device; save its output to a file</source>
      <translation>はパイプかデバイスです。内容をファイルに保存してください</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>は壊れています ({reason})。コピーし直してください</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>は空です (0 バイト)。コピーし直してください</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>は読み取れる画像ではありません。PNG か JPEG で保存してください</translation>
    </message>
    <message>
      <source>it did not accept the picture</source>
      <translation>映像が受け付けられませんでした</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>時間内に応答がありませんでした</translation>
    </message>
    <message>
      <source>it ends too early</source>
      <translation>途中で終わっています</translation>
    </message>
    <message>
      <source>it no longer exists</source>
      <translation>もうありません</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>開けますが映像が届きません。別のプログラムが使用中かもしれません</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>同じ映像が続いています (カバーが閉じていませんか？)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>{seconds:.0f} 秒以内に映像が届きませんでした</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>応答しなくなりました</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>映像が届かなくなりました</translation>
    </message>
    <message>
      <source>its data is invalid</source>
      <translation>データが正しくありません</translation>
    </message>
    <message>
      <source>its decoder failed</source>
      <translation>デコードできませんでした</translation>
    </message>
    <message>
      <source>its library is missing ({error})</source>
      <translation>ライブラリーがありません ({error})</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>権限</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>映像をデコードできません ({reason})。カメラを再起動してください</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>映像をデコードできません。接続を確認するか、別のサイズを選んでください</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>サイズが {width:g} x {height:g} ポイントです</translation>
    </message>
    <message>
      <source>keeping the background {path}</source>
      <translation>背景 {path} の保管</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>レイヤー</translation>
    </message>
    <message>
      <source>learning the room</source>
      <translation>部屋の学習</translation>
    </message>
    <message>
      <source>lies outside of the other pictures; render it anew</source>
      <translation>はほかの画像の範囲の外にあります。レンダリングし直してください</translation>
    </message>
    <message>
      <source>log curve of the camera</source>
      <translation>カメラの Log カーブ</translation>
    </message>
    <message>
      <source>look</source>
      <translation>見た目</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>見た目と背景</translation>
    </message>
    <message>
      <source>looking around</source>
      <translation>周囲の検索</translation>
    </message>
    <message>
      <source>looking at what was opened</source>
      <translation>開いたものの確認</translation>
    </message>
    <message>
      <source>looking for a project</source>
      <translation>プロジェクトの検索</translation>
    </message>
    <message>
      <source>looking for an outline</source>
      <translation>輪郭の検出</translation>
    </message>
    <message>
      <source>looking for recordings that were cut short</source>
      <translation>中断された録画の検索</translation>
    </message>
    <message>
      <source>looking through the backgrounds</source>
      <translation>背景の確認</translation>
    </message>
    <message>
      <source>looking up its name took too long</source>
      <translation>名前を時間内に調べられませんでした</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>を読む権限がありません。アクセス権を確認してください</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>は {width}x{height} です。動画のフレームの長辺の上限は {most} ピクセルなので、先に小さくしてください</translation>
    </message>
    <message>
      <source>measuring how long an export takes</source>
      <translation>書き出し時間の計測</translation>
    </message>
    <message>
      <source>measuring the models</source>
      <translation>モデルの計測</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>不足</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>はメモリーが足りず扱えません。ほかのプログラムを閉じるか、先に小さくしてください</translation>
    </message>
    <message>
      <source>network</source>
      <translation>ネットワーク</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>グラフィックカードは使いません: {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>カメラが接続されていません</translation>
    </message>
    <message>
      <source>no files left by a crash</source>
      <translation>異常終了の残りはありません</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>時間内に映像が届きませんでした</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>見つかりません</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>メモリー不足</translation>
    </message>
    <message>
      <source>not needed: the NVIDIA GPU is used</source>
      <translation>不要: NVIDIA グラフィックカードを使用しています</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>不明な場所</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>任意</translation>
    </message>
    <message>
      <source>other</source>
      <translation>その他</translation>
    </message>
    <message>
      <source>output</source>
      <translation>出力</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>独自のモデル (グラフィックカード)</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>独自のモデル (プロセッサー)</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>一時停止中</translation>
    </message>
    <message>
      <source>people who stay</source>
      <translation>残す人</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>接続するか、システムのプライバシー設定でこのプログラムに使用を許可してください</translation>
    </message>
    <message>
      <source>preparing the engine</source>
      <translation>処理の準備</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>プリセット {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>プリセット</translation>
    </message>
    <message>
      <source>quality model on the graphics card</source>
      <translation>高品質モデル (グラフィックカード)</translation>
    </message>
    <message>
      <source>quality model on the processor</source>
      <translation>高品質モデル (プロセッサー)</translation>
    </message>
    <message>
      <source>reading a project</source>
      <translation>プロジェクトの読み込み</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>精細化</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>縮小</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>リポジトリからフォルダーを復元してください</translation>
    </message>
    <message>
      <source>saving the project {path}</source>
      <translation>プロジェクト {path} の保存</translation>
    </message>
    <message>
      <source>saving the snapshot {path}</source>
      <translation>スナップショット {path} の保存</translation>
    </message>
    <message>
      <source>strokes</source>
      <translation>ストローク</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>字幕 ({codec}) をコピー</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>字幕 ({codec}) を省略</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>字幕 ({codec}) を {new_codec} に変換</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>デスクトップアプリにカメラの使用が許可されているか (設定、プライバシー、カメラ)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>このプログラムにカメラの使用が許可されているか (システム設定、プライバシー、カメラ)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>自分が video グループに入っているか</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>接続が切れました: {reason}</translation>
    </message>
    <message>
      <source>the desktop's message bus is gone ({error})</source>
      <translation>デスクトップのバスがなくなりました ({error})</translation>
    </message>
    <message>
      <source>the desktop's settings deny Backdrop this key</source>
      <translation>デスクトップの設定で、Backdrop にこのキーが許可されていません</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>ドライバーから映像が届きません。接続を確認してください</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>エンコーダーがこの映像を受け付けません ({words})</translation>
    </message>
    <message>
      <source>the file's own alpha</source>
      <translation>ファイルのアルファ</translation>
    </message>
    <message>
      <source>the next job of that name removes it, and so does this command after one day</source>
      <translation>同じ名前の次の処理で、または中断の 1 日後にこのコマンドで消えます</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>映像が {width}x{height} から {new_width}x{new_height} に変わりました</translation>
    </message>
    <message>
      <source>the source was closed</source>
      <translation>ソースが閉じられました</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>あるのは {names} です</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>ファイル {path} がありません。パスを確認してください</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>それまで音は出ません</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>メモリーが足りません。ほかのプログラムを閉じるか、小さい動画を使ってください</translation>
    </message>
    <message>
      <source>this desktop does not support global shortcuts</source>
      <translation>このデスクトップはグローバルショートカットに対応していません</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>このキーボードにそのキーはありません。別のキーを選んでください</translation>
    </message>
    <message>
      <source>this system does not support global shortcuts</source>
      <translation>このシステムはグローバルショートカットに対応していません</translation>
    </message>
    <message>
      <source>to</source>
      <translation>～</translation>
    </message>
    <message>
      <source>too slow for a live picture; --device onnx uses it</source>
      <translation>ライブ映像には遅すぎます。--device onnx で使用できます</translation>
    </message>
    <message>
      <source>trying an export</source>
      <translation>書き出しの試行</translation>
    </message>
    <message>
      <source>two people crossed and look alike</source>
      <translation>似た二人がすれ違いました</translation>
    </message>
    <message>
      <source>two people overlap and look alike</source>
      <translation>似た二人が重なっています</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>不明</translation>
    </message>
    <message>
      <source>update the driver, then run: {command}</source>
      <translation>ドライバーを更新してから実行: {command}</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>転送</translation>
    </message>
    <message>
      <source>using {name}</source>
      <translation>{name} を使う処理</translation>
    </message>
    <message>
      <source>video ({codec}) dropped</source>
      <translation>映像 ({codec}) を省略</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>待機</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ が空です</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>届くデータが壊れています</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>自分の背景</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts a point there.</source>
      <translation>左から {across}、上から {down}。スペースキーでここに点を置きます。</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts the next point, Enter the last one; Esc gives up.</source>
      <translation>左から {across}、上から {down}。スペースキーで次の点、Enter で最後の点を置きます。Esc で取り消します。</translation>
    </message>
    <message>
      <source>{action} (global)</source>
      <translation>{action} (グローバル)</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to cancel</source>
      <translation>{action}: キーを押してください (Esc でキャンセル)</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} に空白か改行があります。アドレスには使えません</translation>
    </message>
    <message>
      <source>{address} has no port; add one, as in {example}</source>
      <translation>{address} にポートがありません。{example} のように付けてください</translation>
    </message>
    <message>
      <source>{address} has no valid host; expected one like {example}</source>
      <translation>{address} のホスト名は使えません。例: {example}</translation>
    </message>
    <message>
      <source>{address} has the port {port}, expected 1 to 65535</source>
      <translation>{address} のポート {port} は使えません。1 から 65535 です</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address}: パスワードの # は %23、/ は %2F と書いてください</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} は {host} の映像を求めています。信頼できる場合は --allow-host {host} で許可してください</translation>
    </message>
    <message>
      <source>{codec} + alpha</source>
      <translation>{codec} + アルファ</translation>
    </message>
    <message>
      <source>{count} areas is the limit. Remove one to add another.</source>
      <translation>領域は {count} 個までです。追加するには、どれかを削除してください。</translation>
    </message>
    <message>
      <source>{count} clicks is the limit. Take one back to add another.</source>
      <translation>クリックは {count} 個までです。追加するには 1 つ取り消してください。</translation>
    </message>
    <message>
      <source>{count} strokes is the limit. Remove one to add another.</source>
      <translation>ストロークは {count} 本までです。追加するには 1 本削除してください。</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{count} 件中 {done} 件完了</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} プロセッサーで続けます。</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} マットは {name} です。</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} 録画は音声なしで続きます。</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}。</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} と同種のファイル {count} 個がすでにあります。別の名前を選ぶか、上書きを許可してください (--overwrite)。</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}、不足: {names}</translation>
    </message>
    <message>
      <source>{host} asks for the file {wanted} on this computer; cameras get no files</source>
      <translation>{host} がこのコンピューターのファイル {wanted} を求めています。カメラにファイルを渡すことはありません</translation>
    </message>
    <message>
      <source>{host} redirects to an invalid address: {error}</source>
      <translation>{host} のリダイレクト先のアドレスが正しくありません: {error}</translation>
    </message>
    <message>
      <source>{host} redirects to {scheme}, expected {allowed}; open that address itself if you trust it</source>
      <translation>{host} は {scheme} にリダイレクトしますが、使えるのは {allowed} だけです。信頼できる場合はそのアドレスを直接開いてください</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}。</translation>
    </message>
    <message>
      <source>{key} is already a global shortcut.</source>
      <translation>{key} はすでにグローバルショートカットです。</translation>
    </message>
    <message>
      <source>{key} is already used: {action}. Change that shortcut first.</source>
      <translation>{key} はすでに使われています: {action}。先にそちらを変更してください。</translation>
    </message>
    <message>
      <source>{key} is reserved for moving within the window.</source>
      <translation>{key} はウィンドウ内の移動用です。</translation>
    </message>
    <message>
      <source>{key} works only in this window: {why}.</source>
      <translation>{key} はこのウィンドウでだけ有効です: {why}。</translation>
    </message>
    <message>
      <source>{message} {time} s</source>
      <translation>{message} {time} 秒</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} ({device})</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}、{coding}</translation>
    </message>
    <message>
      <source>{name} (not connected)</source>
      <translation>{name} (未接続)</translation>
    </message>
    <message>
      <source>{name} already exists. Replace it or choose another name.</source>
      <translation>{name} はすでにあります。置き換えるか、別の名前を選んでください。</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} は応答しますが、どの映像もデコードできません。より小さい、または単純な映像を送る設定にしてください。</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} の応答は Web サーバーのものではありません ({error})。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} の応答は RTSP カメラのものではありません。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} は応答しますが、動画ではありません。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} は応答しますが、{reason}。カメラと回線を確認してください</translation>
    </message>
    <message>
      <source>{name} by {provider}: the network takes {time:.1f} ms in {precision}</source>
      <translation>{name} ({provider}): ネットワークは {precision} で {time:.1f} ms</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} を開けません ({tried})。使用中のほかのプログラムを閉じ、接続と、{permissions}を確認してください。</translation>
    </message>
    <message>
      <source>{name} cannot be read as a video ({reason}). Copy it again, or choose another file.</source>
      <translation>{name} を動画として読み込めません ({reason})。コピーし直すか、別のファイルを選んでください。</translation>
    </message>
    <message>
      <source>{name} could not be opened because of an internal error.</source>
      <translation>内部エラーのため {name} を開けませんでした。</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} の映像の説明が {size} バイトあり、上限 {most} を超えています。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} が応答しません ({reason})。アドレスと、カメラの電源を確認してください</translation>
    </message>
    <message>
      <source>{name} does not match the room in {recording}; the room was learnt from the video itself.</source>
      <translation>{name} は {recording} の部屋と一致しません。動画から部屋を学習しました。</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} の長さがわかりません。</translation>
    </message>
    <message>
      <source>{name} has a cover picture, but no video; choose a file with a video track.</source>
      <translation>{name} にはカバー画像がありますが、映像がありません。映像トラックのあるファイルを選んでください。</translation>
    </message>
    <message>
      <source>{name} has a video track without frames; record or export it again.</source>
      <translation>{name} の映像トラックにはフレームが 1 つもありません。録画または書き出しをやり直してください。</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} には {start:g} 秒以降のフレームがありません。</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} にはデコードできるフレームがありません。コピーし直してください。</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} にはフレームがありません。誰もいない部屋の画像を選んでください。</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} にフレームがありません。リポジトリから復元してください。</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} には映像トラックがなく、{found} だけです。映像のあるファイルを選んでください。</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures; only the first was used. Convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} には {count} 枚の画像がありますが、最初の 1 枚だけを使いました。すべて残すには動画か連番画像に変換してください。</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save its output to a file.</source>
      <translation>{name} はパイプかデバイスです。内容をファイルに保存してください。</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} は {size} MB を超えるプレイリストです。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} is a playlist of other files or addresses, which Backdrop does not open. Choose the video itself.</source>
      <translation>{name} はほかのファイルやアドレスのプレイリストで、Backdrop では開けません。動画そのものを選んでください。</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>{name} は別の書き出しで使われています。別の名前を選んでください。</translation>
    </message>
    <message>
      <source>{name} is beside this file.</source>
      <translation>このファイルと同じ場所に {name} があります。</translation>
    </message>
    <message>
      <source>{name} is damaged: some frames could not be decoded. Copy the file again if you can.</source>
      <translation>{name} は壊れています。一部のフレームをデコードできませんでした。できれば、ファイルをコピーし直してください。</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} は壊れています: {n} フレームを完全にはデコードできませんでした。可能ならファイルをコピーし直してください。</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} は空です (0 バイト)。コピーまたは録画し直してください。</translation>
    </message>
    <message>
      <source>{name} is exported, but incomplete: {loss}</source>
      <translation>{name} を書き出しましたが、不完全です: {loss}</translation>
    </message>
    <message>
      <source>{name} is exported.</source>
      <translation>{name} を書き出しました。</translation>
    </message>
    <message>
      <source>{name} is finished.</source>
      <translation>{name} を仕上げました。</translation>
    </message>
    <message>
      <source>{name} is incomplete: its index (the moov box) is missing after {size} bytes. Copy it again, or repair it with its original recorder.</source>
      <translation>{name} は不完全です: {size} バイトの後に索引 (moov ボックス) がありません。コピーし直すか、録画した機器で修復してください。</translation>
    </message>
    <message>
      <source>{name} is minimised. Its last picture is shown until you restore it.</source>
      <translation>{name} は最小化されています。元に戻すまで、最後の画像を表示します。</translation>
    </message>
    <message>
      <source>{name} is missing, so the built-in sample plays.</source>
      <translation>{name} が見つからないため、サンプルを再生しています。</translation>
    </message>
    <message>
      <source>{name} is no video or picture that Backdrop reads; choose a video ({videos}) or a picture ({pictures}).</source>
      <translation>{name} は Backdrop が読める動画でも画像でもありません。動画 ({videos}) か画像 ({pictures}) を選んでください。</translation>
    </message>
    <message>
      <source>{name} is not a project of Backdrop ({reason}); save it again.</source>
      <translation>{name} は Backdrop のプロジェクトではありません ({reason})。もう一度保存してください。</translation>
    </message>
    <message>
      <source>{name} is not a video or picture, so it was not opened.</source>
      <translation>{name} は動画でも画像でもないため、開きませんでした。</translation>
    </message>
    <message>
      <source>{name} is not a video, or is damaged. Copy it again, or choose another file.</source>
      <translation>{name} は壊れているか、動画ではありません。コピーし直すか、別のファイルを選んでください。</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} が接続されていません。</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} は {count} 枚の連番画像の 1 枚です。</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} は 1 枚の画像ですが、入力にはもっとフレームがあります。連番にするには出力を {stem}_%04d{suffix} としてください。</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} は 1 枚の画像ですが、{input} には {count} フレームあります。連番にするには出力を {stem}_%04d{suffix} としてください。</translation>
    </message>
    <message>
      <source>{name} is saved.</source>
      <translation>{name} を保存しました。</translation>
    </message>
    <message>
      <source>{name} is the background now.</source>
      <translation>{name} を背景にしました。</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} の長さは {length:.2f} 秒で、{start:g} 秒以降のフレームがありません。</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its last row or column repeated.</source>
      <translation>{name} は偶数のサイズが必要なため、{width}x{height} を、最後の行か列を繰り返して {new_width}x{new_height} で書き出しました。</translation>
    </message>
    <message>
      <source>{name} needs {what}, which this computer lacks.</source>
      <translation>{name} には {what} が必要ですが、このコンピューターにはありません。</translation>
    </message>
    <message>
      <source>{name} redirects too often without a picture</source>
      <translation>{name} は映像のないままリダイレクトを繰り返します</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} に拒否されました ({reason})。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} に拒否されました ({reason})。アドレスと、その中の名前とパスワードを確認してください</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} のヘッダーが終わりません。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} sends an unsupported kind of video.</source>
      <translation>{name} の動画の形式には対応していません。</translation>
    </message>
    <message>
      <source>{name} sends compressed pictures ({coding}), which are not supported; check the address</source>
      <translation>{name} は圧縮した映像 ({coding}) を送ってきますが、対応していません。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} から映像が届きません。カメラを確認してください。</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} から動画が届きません。アドレスを確認してください。</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} から届くのは {width}x{height} ピクセルで、映像になりません。</translation>
    </message>
    <message>
      <source>{name} stopped ({error}). {help}</source>
      <translation>{name} が止まりました ({error})。{help}</translation>
    </message>
    <message>
      <source>{name} stopped because of an internal error; see the log.</source>
      <translation>内部エラーのため {name} が止まりました。詳しくはログを見てください。</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)</source>
      <translation>{name} は UDP で映像を送ろうとしています。RTP over RTSP (TCP) に切り替えてください</translation>
    </message>
    <message>
      <source>{name} was closed. Its last picture is still shown; choose another background.</source>
      <translation>{name} は閉じられました。最後の画像を表示しています。別の背景を選んでください。</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} は閉じられました。続けるには開き直してください。</translation>
    </message>
    <message>
      <source>{name} was disconnected. Waiting for it to reconnect…</source>
      <translation>{name} の接続が切れました。再接続を待っています…</translation>
    </message>
    <message>
      <source>{name} was interrupted by a crash. It plays, but some programs cannot open it until it is finished.</source>
      <translation>{name} は異常終了で中断しました。再生できますが、仕上げるまで開けないプログラムもあります。</translation>
    </message>
    <message>
      <source>{name} was not found. It may have been moved or renamed.</source>
      <translation>{name} が見つかりません。移動したか、名前が変わった可能性があります。</translation>
    </message>
    <message>
      <source>{name} was removed from the gallery.</source>
      <translation>{name} をギャラリーから削除しました。</translation>
    </message>
    <message>
      <source>{name} was saved by a newer version of Backdrop; update this one to open it.</source>
      <translation>{name} は新しいバージョンの Backdrop で保存されています。開くには更新してください。</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}。</translation>
    </message>
    <message>
      <source>{name}, for every computer in your network</source>
      <translation>{name} (ネットワーク内のすべてのコンピューター)</translation>
    </message>
    <message>
      <source>{name}, for programs on this computer</source>
      <translation>{name} (このコンピューターのプログラム)</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}、使用可能なスレッド {count}</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}、{memory:.0f} GiB、compute capability {capability}、{versions}</translation>
    </message>
    <message>
      <source>{name}: a log curve is for films that are not HDR by their own tags; leave it out.</source>
      <translation>{name}: Log カーブは、ファイル自身の情報で HDR とされていない動画のためのものです。指定しないでください。</translation>
    </message>
    <message>
      <source>{name}: converted from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} dropped, {repeated} repeated.</source>
      <translation>{name}: {rate:.4g} から {new_rate:.4g} フレーム/秒に変えました。省略: {dropped}、繰り返し: {repeated}。</translation>
    </message>
    <message>
      <source>{name}: deinterlaced.</source>
      <translation>{name}: インターレースを解除しました。</translation>
    </message>
    <message>
      <source>{name}: interlaced; both fields are processed as one frame.</source>
      <translation>{name}: インターレースです。2 つのフィールドを 1 フレームとして処理します。</translation>
    </message>
    <message>
      <source>{name}: its HDR picture is converted to SDR, because 8 bits cannot hold it.</source>
      <translation>{name}: HDR の映像は 8 ビットに収まらないため、SDR に変換します。</translation>
    </message>
    <message>
      <source>{name}: its colours are in Dolby Vision's own colour space, which Backdrop does not read, so they come out wrong; convert it to HDR10 first.</source>
      <translation>{name}: 色が Dolby Vision 独自の色空間にあり、Backdrop では読み取れないため、正しい色になりません。先に HDR10 に変換してください。</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>{name}: ファイルのアルファでは人物が切り抜かれていないため、モデルのマットと掛け合わせます。</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel is used instead of the model.</source>
      <translation>{name}: モデルの代わりに、ファイルのアルファチャンネルを使います。</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, too high for a film; number them from 1 on.</source>
      <translation>{name}: 画像の番号が {number} まであり、動画としては大きすぎます。1 から番号を付け直してください。</translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name}: 対応していない映像コーデックです。先に H.264 に変換してください。</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with {bits} bits.</source>
      <translation>{name}: {depth} ビットの映像を {bits} ビットで処理します。</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name}: どのフレームもデコードできません (破損 {count})。ファイルをコピーし直してください。</translation>
    </message>
    <message>
      <source>{name}: rotated as the file specifies.</source>
      <translation>{name}: ファイルの指定どおりに回転しました。</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name}: 正しい向きに回転しました ({width}x{height})。</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name}: {width}x{height} から {new_width}x{new_height} に拡大縮小しました。</translation>
    </message>
    <message>
      <source>{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or matte; plus any text</source>
      <translation>{name}: 元のファイル、{background}、{date}、{time}、{content}: backdrop、cutout または matte。任意の文字も使えます</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} decodes this video faster.</source>
      <translation>{name}: {card} のほうが速くデコードできるか試しています。</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} encodes this video faster.</source>
      <translation>{name}: {card} のほうが速くエンコードできるか試しています。</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the alpha channel of {n} frames is damaged or missing; they show only the background.</source>
      <extracomment>n = 1: {name}: the alpha channel of 1 frame is damaged or missing; it shows only the background.</extracomment>
      <translation>
        <numerusform>{name}: {n} フレームのアルファチャンネルが壊れているか欠けています。そこでは背景だけを表示します。</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the first pass could not learn the room, because the camera moves or the person never uncovers it.</source>
      <translation>{name}: カメラが動くか、部屋が人物に隠れたままのため、最初の解析で部屋を学習できませんでした。</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the first pass learnt {known:.0%} of the main room of {n}.</source>
      <extracomment>n = 1: {name}: the first pass learnt {known:.0%} of the room behind the person.</extracomment>
      <translation>
        <numerusform>{name}: 最初の解析で、{n} つの部屋のうち最も長く映る部屋の {known:.0%} を学習しました。</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name}: 入力{refused}。または .png で書き出してください。</translation>
    </message>
    <message>
      <source>{name}: the light levels of its single frames ({what}) are not kept, because they describe the pictures as they were; players use those of the whole film.</source>
      <translation>{name}: フレームごとの明るさの情報 ({what}) は元の映像のものなので、保持されません。再生ソフトは動画全体の明るさに従います。</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name}: {start} 秒から {end} 秒までの部分は空です。終わりを始まりより後にしてください。</translation>
    </message>
    <message>
      <source>{name}: the requested size {refused}.</source>
      <translation>{name}: 指定されたサイズ {refused}。</translation>
    </message>
    <message numerus="yes">
      <source>{name}: timestamps jump at {n} places; the gaps were closed.</source>
      <extracomment>n = 1: {name}: timestamps jump at 1 place; the gap was closed.</extracomment>
      <translation>
        <numerusform>{name}: タイムスタンプが {n} か所で飛んでいます。間を詰めました。</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} number is missing; its time is kept.</extracomment>
      <translation>
        <numerusform>{name}: {n} 個の番号が抜けています。その時間は保たれます。</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {reason}.</source>
      <translation>{name}: {reason}。</translation>
    </message>
    <message>
      <source>{name}: {words}</source>
      <translation>{name}: {words}</translation>
    </message>
    <message>
      <source>{name}; Enter to accept, Escape to cancel</source>
      <translation>{name}。Enter で確定、Escape でキャンセル</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number}%</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop them, the finished parts are kept, and you can start them again next time.</source>
      <extracomment>n = 1: An export is not finished. If you stop it, the finished part is kept, and you can start it again next time.</extracomment>
      <translation>
        <numerusform>{n} 件の書き出しが終わっていません。止めても、できた部分は残り、次回の起動時にやり直せます。</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports from last time are unfinished.</source>
      <extracomment>n = 1: An export from last time is unfinished.</extracomment>
      <translation>
        <numerusform>前回の書き出しが {n} 件残っています。</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} 件失敗</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} フレーム</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames dropped</source>
      <extracomment>n = 1: {n} frame dropped</extracomment>
      <translation>
        <numerusform>{n} フレーム欠落</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were dropped: the disk or this computer was too slow.</source>
      <extracomment>n = 1: {n} frame was dropped: the disk or this computer was too slow.</extracomment>
      <translation>
        <numerusform>{n} フレームが失われました。ディスクかコンピューターが遅かったためです。</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>この映像に {n} 個</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this video</source>
      <extracomment>n = 1: {n} in this video</extracomment>
      <translation>
        <numerusform>この動画に {n} 本</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} programs are connected.</source>
      <extracomment>n = 1: {n} program is connected.</extracomment>
      <translation>
        <numerusform>{n} 個のプログラムが接続中です。</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>ワーカー {n}</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s delay</source>
      <translation>{pace}、{time:.1f} 秒の遅延</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>その間に {path} が現れたため、置き換えませんでした</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} を結合できません: {name} のフレーム数は {found} で、{expected} ではありません。やり直してください</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} を結合できません: {name} はそれまでの区間とは別のバージョンのエンコーダーで作られています。すべてのコンピューターに同じパッケージを入れて、やり直してください</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} を書き込めません。フォルダー {folder} がないので、先に作ってください。</translation>
    </message>
    <message>
      <source>{path} cannot be written: no permission to write to {folder}.</source>
      <translation>{path} を書き込めません。{folder} に書き込む権限がありません。</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} を仕上げられませんでした ({reason})。空きを作るか、ディスクを確認してください</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} を書き込めませんでした ({reason})。ディスクと名前を確認してください。</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} を書き込めませんでした ({reason})。書き込めるフォルダーを選んでください。</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} を書き込めませんでした。ディスクがいっぱいです ({reason})。空きを作ってください。</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} を書き込めませんでした。フォルダー {folder} がないので、先に作ってください。</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} を書き込めませんでした: {reason}。別のコーデックかサイズを選んでください。</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} はありません。パスを確認してください。</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} は最初の 1 秒より前に終わっていて、映像がありません</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} はすでにあります。別の名前を選ぶか、上書きを指定してください</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} はすでにあります。別の名前を選ぶか、上書きを許可してください (--overwrite)。</translation>
    </message>
    <message numerus="yes">
      <source>{path} holds no video and no picture, only {n} other files; choose a folder with videos ({videos}) or pictures ({pictures}).</source>
      <extracomment>n = 1: {path} holds no video and no picture, only 1 other file; choose a folder with videos ({videos}) or pictures ({pictures}).</extracomment>
      <translation>
        <numerusform>{path} には動画も画像もなく、ほかのファイルが {n} 個あるだけです。動画 ({videos}) か画像 ({pictures}) のあるフォルダーを選んでください。</numerusform>
      </translation>
    </message>
    <message>
      <source>{path} holds no video and no picture; choose a folder with some.</source>
      <translation>{path} には動画も画像もありません。別のフォルダーを選んでください。</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} には {duration:.1f} 秒が入っています</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} には {duration:.1f} 秒が入っていて、{name} は置き換えていません</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} はフォルダーです。動画ファイルを指定するか、フォルダーとして処理してください。</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} はフォルダーです。その中のファイル名を指定してください</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} はフォルダーです。その中のファイル名を指定してください。</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} はパイプかデバイスです。通常のファイル名を指定してください</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} はパイプかデバイスです。通常のファイルを指定してください。</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>{path} は別のプログラムが仕上げています。お待ちください</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} を録画中です。先にその録画を止めてください</translation>
    </message>
    <message>
      <source>{path} is not an interrupted recording; there is nothing to do</source>
      <translation>{path} は中断された録画ではありません。何もする必要はありません</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} は録画されません: ライブ映像が終わり、録画するものがありません。先にカメラかファイルを選んでください</translation>
    </message>
    <message>
      <source>{path} is not named like a project; end it in .backdrop.</source>
      <translation>{path} はプロジェクトの名前ではありません。末尾を .backdrop にしてください。</translation>
    </message>
    <message>
      <source>{path} is the background and cannot be overwritten; choose another name</source>
      <translation>{path} は背景のファイルなので上書きできません。別の名前を選んでください</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} を読む権限がありません。アクセス権を確認してください。</translation>
    </message>
    <message>
      <source>{path} was interrupted; it plays</source>
      <translation>{path} は中断されましたが、再生できます</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture. Choose a camera or a file, and try again.</source>
      <translation>{path} は保存されませんでした: 映像がもうありません。カメラかファイルを選んで、もう一度お試しください。</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} は書き出されませんでした: 完成したフレームがありません。</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} は書き出されませんでした: フレームがありません。</translation>
    </message>
    <message>
      <source>{path} was removed: {what}</source>
      <translation>{path} を削除しました: {what}</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path}: 録画は MP4 ファイルです。末尾が .mp4 の名前にしてください</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path}: 空きが {size} MB 未満です。空きを作るか、別のディスクに録画してください</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path}: フォルダー {folder} がないので、先に作ってください</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path}: グラフィックカードがエンコードできなくなりました ({error})。ソフトウェアで試してください (--encoder software)。</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path}: {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern}: {example} のような名前の画像がありません。フォルダーとパターンを確認してください。</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} フレーム/秒</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} フレーム/秒</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} フレーム/秒</translation>
    </message>
    <message>
      <source>{ready} of {total}, {seconds}</source>
      <translation>{ready} / {total}、{seconds}</translation>
    </message>
    <message>
      <source>{scheme}:// is not a camera address; expected {expected}</source>
      <translation>{scheme}:// はカメラのアドレスではありません。使えるのは {expected} です</translation>
    </message>
    <message>
      <source>{sentence}
Click to locate it.</source>
      <translation>{sentence}
クリックしてファイルを探します。</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence}。結果はフォルダー {name} にあります。</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence}。結果は {name} です。</translation>
    </message>
    <message>
      <source>{size:.1f} MB left by an interrupted job for {path}</source>
      <translation>中断された {path} の処理が残した {size:.1f} MB</translation>
    </message>
    <message>
      <source>{size} B</source>
      <translation>{size} B</translation>
    </message>
    <message>
      <source>{size} GB</source>
      <translation>{size} GB</translation>
    </message>
    <message>
      <source>{size} MB</source>
      <translation>{size} MB</translation>
    </message>
    <message>
      <source>{size} free</source>
      <translation>空き {size}</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}、{rate:g} フレーム/秒</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}、{rate:g} フレーム/秒、合成</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} はミリ秒単位のため、時刻を丸めました。</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} が接続されていないため、サンプルを再生しています。</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>遅延 {time:.0f} ミリ秒</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{size} の 1 フレームに {time:.1f} ms、{device} (ネットワーク {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>残り {time} 分</translation>
    </message>
    <message>
      <source>{time} ms</source>
      <translation>{time} ms</translation>
    </message>
    <message>
      <source>{time} s</source>
      <translation>{time} 秒</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>残り {time} 秒</translation>
    </message>
    <message>
      <source>{tip}
Double-click or Delete resets it.</source>
      <translation>{tip}
ダブルクリックまたは Delete で元に戻します。</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>{title} セクション</translation>
    </message>
    <message>
      <source>{trouble}. Gave up after three attempts; enter the address with the right name and password.</source>
      <translation>{trouble}。3 回試して中止しました。正しい名前とパスワードでアドレスを入力してください。</translation>
    </message>
    <message>
      <source>{trouble}. Retrying until it works.</source>
      <translation>{trouble}。うまくいくまで試し続けます。</translation>
    </message>
    <message>
      <source>{what} ({error}).</source>
      <translation>{what} ({error})。</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error})。{help}</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} ({where})</translation>
    </message>
    <message>
      <source>{what} redirects too often ({count} connections) without a picture; check the address</source>
      <translation>{what} は映像のないままリダイレクトを繰り返します ({count} 接続)。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture, so it is not a working camera; check the address</source>
      <translation>{what} は映像なしに {size} MB を送りました。正常なカメラではありません。アドレスを確認してください</translation>
    </message>
    <message>
      <source>{what}, {start} to {end}</source>
      <translation>{what}、{start}～{end}</translation>
    </message>
    <message>
      <source>{what}, {time}</source>
      <translation>{what}、{time}</translation>
    </message>
    <message>
      <source>{what}. {help}</source>
      <translation>{what}。{help}</translation>
    </message>
    <message>
      <source>{what}; the old file is kept as {name}.</source>
      <translation>{what}。元のファイルは {name} として残っています。</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: check {path}.</source>
      <translation>{what}。保存できません: {path} を確認してください。</translation>
    </message>
    <message>
      <source>{word} is not a placeholder. Use {known}.</source>
      <translation>{word} はプレースホルダーではありません。使えるのは {known} です。</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>「{title}」</translation>
    </message>
  </context>
</TS>
