<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 is a hard edge; 100 keeps the finest hair.</source>
      <translation>0 schneidet hart; 100 behält die feinsten Haare.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 Bild</translation>
    </message>
    <message>
      <source>95th percentile: 95 % of frames are faster than this</source>
      <translation>95. Perzentil: 95 % der Bilder sind schneller</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>Ein Ordner mit Folien…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>Ein Ordner oder eine nummerierte Bildfolge…</translation>
    </message>
    <message>
      <source>A global shortcut needs Ctrl or Alt; {key} alone would be blocked in every program.</source>
      <translation>Ein globales Kürzel braucht Strg oder Alt; {key} allein wäre in jedem Programm gesperrt.</translation>
    </message>
    <message>
      <source>A matte would get the name of another file. Change the name pattern.</source>
      <translation>Eine Matte bekäme den Namen einer anderen Datei. Bitte das Namensmuster ändern.</translation>
    </message>
    <message>
      <source>A picture of the empty room gives a cleaner cut-out. It never leaves this computer.</source>
      <translation>Ein Bild des leeren Raums verbessert den Freisteller. Es verlässt diesen Computer nie.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Eine Aufnahme läuft. Sie wird abgeschlossen und behalten.</translation>
    </message>
    <message>
      <source>A screen can be the background only live. Choose another background.</source>
      <translation>Ein Bildschirm kann nur live Hintergrund sein. Bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>A six-second sample clip</source>
      <translation>Ein Beispielclip von sechs Sekunden</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) of {count} channels was mixed to stereo; a .mkv keeps them all.</source>
      <translation>Eine Tonspur ({codec}) mit {count} Kanälen wurde zu Stereo gemischt; eine .mkv behält alle.</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Tonspur ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Untertitelspur ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Eine Spur der Art {kind} ({codec}) wurde weggelassen: Dieser Dateityp kann sie nicht aufnehmen.</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>Ein Fenster</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Info</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>Über Backdrop</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>Etwa halb so groß</translation>
    </message>
    <message>
      <source>About twice the size, best quality</source>
      <translation>Etwa doppelt so groß, beste Qualität</translation>
    </message>
    <message>
      <source>Actual size (100 %)</source>
      <translation>Originalgröße (100 %)</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>Hintergründe hinzufügen</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>Bilder oder Videos hinzufügen</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>Adresse</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Adresse einer Netzwerkkamera</translation>
    </message>
    <message>
      <source>Adds a soft shadow of the person to the background.</source>
      <translation>Gibt der Person einen weichen Schatten auf dem Hintergrund.</translation>
    </message>
    <message>
      <source>After</source>
      <translation>Nachher</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Alle Dateien</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>{host} erlauben, bis dieses Fenster schließt</translation>
    </message>
    <message>
      <source>Alpha as a greyscale video, for editing programs</source>
      <translation>Alphakanal als Graustufenvideo, für Schnittprogramme</translation>
    </message>
    <message>
      <source>Always keep</source>
      <translation>Immer behalten</translation>
    </message>
    <message>
      <source>Always kept. Drag the corners to adjust the outline.</source>
      <translation>Wird immer behalten. Die Ecken ziehen, um den Umriss anzupassen.</translation>
    </message>
    <message>
      <source>Always kept. Wrong object? Click it again.</source>
      <translation>Wird immer behalten. Falsches Objekt? Noch einmal anklicken.</translation>
    </message>
    <message>
      <source>Always replace</source>
      <translation>Immer ersetzen</translation>
    </message>
    <message>
      <source>An area needs three points or more.</source>
      <translation>Ein Bereich braucht mindestens drei Punkte.</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>Eine Pfeiltaste</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>Ein Export läuft: {share:.0%} fertig</translation>
    </message>
    <message>
      <source>Another video track ({codec}) was left out: one of each film is processed.</source>
      <translation>Eine weitere Videospur ({codec}) wurde weggelassen: Von jedem Film wird eine bearbeitet.</translation>
    </message>
    <message>
      <source>Any free port</source>
      <translation>Freier Port</translation>
    </message>
    <message>
      <source>Any graphics card</source>
      <translation>Beliebige Grafikkarte</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>Bereiche des Bildes</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>Bereiche…</translation>
    </message>
    <message>
      <source>Arrow keys move the person, with Shift farther.</source>
      <translation>Pfeiltasten verschieben die Person, mit Umschalt weiter.</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Wie im Fenster</translation>
    </message>
    <message>
      <source>Assign other keys</source>
      <translation>Andere Tasten zuweisen</translation>
    </message>
    <message>
      <source>Audio</source>
      <translation>Ton</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Polarlicht</translation>
    </message>
    <message>
      <source>Auto-framing</source>
      <translation>Automatische Bildführung</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automatisch</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>Automatisch ({choice})</translation>
    </message>
    <message>
      <source>Averages the matte with that of the mirrored frame: fewer mistakes with Fast, up to twice the time</source>
      <translation>Mittelt die Matte mit der des gespiegelten Bildes: weniger Fehler mit „Schnell“, bis zur doppelten Zeit</translation>
    </message>
    <message>
      <source>Back to the full window (F10)</source>
      <translation>Zurück zum ganzen Fenster (F10)</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Zurück zum Bild (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop schließt, wenn die Exporte fertig sind.</translation>
    </message>
    <message>
      <source>Backdrop ran into an unexpected error. If it happens again, restart it. Log file: {log_path}</source>
      <translation>In Backdrop ist ein unerwarteter Fehler aufgetreten. Falls er wiederkommt, bitte neu starten. Protokoll: {log_path}</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>Code, Modelle und Bilder von Backdrop selbst stehen unter der MIT-Lizenz.</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>Hintergrund</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>Hintergrundfarbe</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>Hintergrund {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>Hintergrund {name} ist nicht lesbar ({reason}); bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>Hintergrund {name} hat keine Seite, die sich zeigen lässt: beschädigt, leer oder kein PDF; bitte die Folien noch einmal exportieren.</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>Hintergrund {name} hat {size:.1f} GiB, und ein PDF darf {most} haben; bitte mit kleineren Bildern speichern.</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>Hintergrund {name} ist ein Ordner ohne Bilder; bitte die Folien als Bilder hinein exportieren oder ein Bild oder Video nennen.</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>Hintergrund {name} ist beschädigt: Einige Bilder lassen sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>Hintergrund {name} ist mit einem Passwort gesperrt; bitte ohne Passwort speichern und das wählen.</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>Hintergrund {name} {error}.</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>Hintergrund {name}: Seite {page} lässt sich nicht zeigen ({why}); bitte die Folien noch einmal exportieren.</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>Ausgewogen</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>Vorher</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>Vorher und nachher, für Dateien (V)</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Am besten</translation>
    </message>
    <message>
      <source>Best (hardly slower)</source>
      <translation>Am besten (kaum länger)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f}x slower)</source>
      <translation>Am besten ({ratio:.0f}-mal so lang)</translation>
    </message>
    <message>
      <source>Best available</source>
      <translation>Beste verfügbare</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Unschärfe</translation>
    </message>
    <message>
      <source>Blur my background</source>
      <translation>Hintergrund weichzeichnen</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>Weichzeichnung</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>Lichtkreise</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>Bücherregal</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>Beides</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>Helligkeit</translation>
    </message>
    <message>
      <source>Browse</source>
      <translation>Durchsuchen</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>Mitgeliefertes Beispiel</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>Mitgeliefertes Beispiel als Kamera</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>Kamera oder Datei</translation>
    </message>
    <message>
      <source>Camera or file to show</source>
      <translation>Kamera oder Datei, die gezeigt wird</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>Auflösung und Bildrate der Kamera</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>Kamera {index} lässt sich nicht öffnen; bitte Programme schließen, die sie benutzen.</translation>
    </message>
    <message>
      <source>Camera {name} disconnected: {trouble}. Only the background is shown until it is back.</source>
      <translation>Kamera {name} getrennt: {trouble}. Bis sie zurück ist, wird nur der Hintergrund gezeigt.</translation>
    </message>
    <message>
      <source>Camera {name} shows no picture yet: {sentence}</source>
      <translation>Die Kamera {name} zeigt noch nichts: {sentence}</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>Kameras</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>Diesen Export abbrechen</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>Abgebrochen</translation>
    </message>
    <message>
      <source>Cancelled. The finished part is kept</source>
      <translation>Abgebrochen. Der fertige Teil bleibt erhalten</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Wird abgebrochen…</translation>
    </message>
    <message>
      <source>Capture the empty room for a cleaner cut-out</source>
      <translation>Den leeren Raum aufnehmen, für einen saubereren Freisteller</translation>
    </message>
    <message>
      <source>Change it if another program uses this port; 0 takes a free one</source>
      <translation>Ändern, wenn ein anderes Programm diesen Port benutzt; 0 nimmt einen freien</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Tasten ändern…</translation>
    </message>
    <message>
      <source>Checking this computer and timing the models…</source>
      <translation>Der Computer wird geprüft, die Modelle werden gemessen…</translation>
    </message>
    <message>
      <source>Checking this computer first…</source>
      <translation>Dieser Computer wird erst geprüft…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>Kamera oder Datei wählen</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>Eine Datei wählen</translation>
    </message>
    <message>
      <source>Choose a video, photo or camera</source>
      <translation>Video, Foto oder Kamera wählen</translation>
    </message>
    <message>
      <source>Choose backgrounds, presets and slides, record and mute from other programs. They need the token; other computers cannot connect.</source>
      <translation>Hintergründe, Vorlagen und Folien wählen, aufnehmen und stummschalten aus anderen Programmen. Diese brauchen das Token; andere Computer können sich nicht verbinden.</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Wählen, wohin Aufnahmen gehen</translation>
    </message>
    <message>
      <source>Choose where to save the file.</source>
      <translation>Bitte einen Speicherort wählen.</translation>
    </message>
    <message>
      <source>Choose “{device}” as the camera in the other program.</source>
      <translation>Im anderen Programm „{device}“ als Kamera wählen.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>Gewählte</translation>
    </message>
    <message>
      <source>Chosen person</source>
      <translation>Gewählte Person</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Chroma-Grün</translation>
    </message>
    <message>
      <source>Clear In and Out</source>
      <translation>In und Out aufheben</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Alle entfernen</translation>
    </message>
    <message>
      <source>Click a key, then press a new one. Global shortcuts are at the end.</source>
      <translation>Eine Taste anklicken, dann eine neue drücken. Globale Tastenkürzel stehen am Ende.</translation>
    </message>
    <message>
      <source>Click an object such as a microphone or a chair, or draw around it: it is always kept</source>
      <translation>Ein Objekt wie ein Mikrofon oder einen Stuhl anklicken oder umfahren: Es wird immer behalten</translation>
    </message>
    <message>
      <source>Click an object to keep it, such as a microphone or a chair, or draw around it.</source>
      <translation>Ein Objekt anklicken, um es zu behalten, etwa ein Mikrofon oder einen Stuhl, oder es umfahren.</translation>
    </message>
    <message>
      <source>Click everyone who stays. All others are removed.</source>
      <translation>Alle anklicken, die bleiben. Alle anderen werden entfernt.</translation>
    </message>
    <message>
      <source>Click or drag to seek; arrow keys step one second</source>
      <translation>Klicken oder ziehen, um zu springen; Pfeiltasten gehen um eine Sekunde</translation>
    </message>
    <message>
      <source>Click others who stay, or a mark to take it back.</source>
      <translation>Weitere anklicken, die bleiben, oder eine Markierung, um sie zurückzunehmen.</translation>
    </message>
    <message>
      <source>Click people in the picture who stay; all others are removed</source>
      <translation>Im Bild die Personen anklicken, die bleiben; alle anderen werden entfernt</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>Klicken, dann eine andere Taste drücken für: {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>Backdrop schließen?</translation>
    </message>
    <message>
      <source>Close the cut-out (Esc)</source>
      <translation>Freisteller schließen (Esc)</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Danach schließen</translation>
    </message>
    <message>
      <source>Close without exporting (Esc)</source>
      <translation>Schließen, ohne zu exportieren (Esc)</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Codec</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>Befehl</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleich</translation>
    </message>
    <message>
      <source>Compression of the video</source>
      <translation>Kompression des Videos</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Verbinden</translation>
    </message>
    <message>
      <source>Container of the file</source>
      <translation>Container der Datei</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Kopiert.</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Copy all audio tracks</source>
      <translation>Alle Tonspuren übernehmen</translation>
    </message>
    <message>
      <source>Copy report</source>
      <translation>Bericht kopieren</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>Die Adresse kopieren</translation>
    </message>
    <message>
      <source>Copy the token</source>
      <translation>Das Token kopieren</translation>
    </message>
    <message>
      <source>Copy this command</source>
      <translation>Diesen Befehl kopieren</translation>
    </message>
    <message>
      <source>Custom colour</source>
      <translation>Eigene Farbe</translation>
    </message>
    <message>
      <source>Custom colour {colour}</source>
      <translation>Eigene Farbe {colour}</translation>
    </message>
    <message>
      <source>Cut-out</source>
      <translation>Freisteller</translation>
    </message>
    <message>
      <source>Cut-out on the desktop</source>
      <translation>Freisteller auf dem Desktop</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>Macht den neuen Hintergrund dunkler oder heller.</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>Tageslicht</translation>
    </message>
    <message>
      <source>Default quality of the codec</source>
      <translation>Übliche Qualität des Codecs</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>Deinterlacing</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>Verzögerung, 95 %</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>Verzögerung, Median</translation>
    </message>
    <message>
      <source>Delete removes this stroke; the marks below the seek bar trim its reach.</source>
      <translation>Entf entfernt diesen Strich; die Marken unter der Zeitleiste begrenzen seine Reichweite.</translation>
    </message>
    <message>
      <source>Delete the learnt room</source>
      <translation>Den gelernten Raum löschen</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Diese Vorlage löschen</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Details</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Gerät</translation>
    </message>
    <message>
      <source>Dismiss</source>
      <translation>Ausblenden</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>Nicht schließen (Eingabe, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>Nicht verbinden</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>Noch nicht aufnehmen (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>Nicht speichern</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>Fertig, mit {rate:.0f} Bildern/s</translation>
    </message>
    <message>
      <source>Drag a box around yourself. Everything outside it is replaced.</source>
      <translation>Einen Rahmen um die Person ziehen. Alles außerhalb wird ersetzt.</translation>
    </message>
    <message>
      <source>Drag a box: everything outside it is replaced</source>
      <translation>Einen Rahmen ziehen: Alles außerhalb wird ersetzt</translation>
    </message>
    <message>
      <source>Drag in the picture</source>
      <translation>Im Bild ziehen</translation>
    </message>
    <message>
      <source>Drag it, or use the arrow keys
Double-click or Delete undoes it.</source>
      <translation>Ziehen oder die Pfeiltasten verwenden
Doppelklick oder Entf hebt es auf.</translation>
    </message>
    <message>
      <source>Draw around an area: everything in it is replaced</source>
      <translation>Einen Bereich umfahren: Alles darin wird ersetzt</translation>
    </message>
    <message>
      <source>Draw around anything that should always be replaced.</source>
      <translation>Umfahren, was immer ersetzt werden soll.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands whose edge is too hard.</source>
      <translation>Haare oder schnelle Hände umfahren, deren Kante zu hart ist.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands: edges in it become gradual</source>
      <translation>Haare oder schnelle Hände umfahren: Kanten darin werden weich</translation>
    </message>
    <message>
      <source>Drop projects to export them</source>
      <translation>Projekte zum Exportieren hier ablegen</translation>
    </message>
    <message>
      <source>Drop to add to the backgrounds</source>
      <translation>Zum Hinzufügen zu den Hintergründen loslassen</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Zum Öffnen loslassen</translation>
    </message>
    <message>
      <source>Drop to use as the background</source>
      <translation>Zum Verwenden als Hintergrund loslassen</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>Ausgelassen</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>Abendlicht</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>Kantenweichheit</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>Kante beschneiden</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>Encoder</translation>
    </message>
    <message>
      <source>End of the mark</source>
      <translation>Ende der Markierung</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Berechnung</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>Estimate for this computer: {size}, {duration}</source>
      <translation>Schätzung für diesen Computer: {size}, {duration}</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <source>Export a second, deinterlaced file</source>
      <translation>Eine zweite Datei mit Deinterlacing exportieren</translation>
    </message>
    <message>
      <source>Export again with the same settings</source>
      <translation>Mit denselben Einstellungen noch einmal exportieren</translation>
    </message>
    <message>
      <source>Export all</source>
      <translation>Alle exportieren</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>Alle Dateien exportieren</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Alle exportieren…</translation>
    </message>
    <message>
      <source>Export every file in the list (Ctrl+Shift+E)</source>
      <translation>Alle Dateien der Liste exportieren (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Export failed: {message}</source>
      <translation>Export fehlgeschlagen: {message}</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>Export von {name}</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>Diese Datei exportieren</translation>
    </message>
    <message>
      <source>Export this file with its new background (Ctrl+E)</source>
      <translation>Diese Datei mit dem neuen Hintergrund exportieren (Ctrl+E)</translation>
    </message>
    <message>
      <source>Export time on this computer: {duration}</source>
      <translation>Exportdauer auf diesem Computer: {duration}</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>{name} exportieren</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>{n} Datei exportieren</numerusform>
        <numerusform>{n} Dateien exportieren</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>Exporte</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportieren…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Fehlgeschlagen</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Schnell</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>Dateigröße</translation>
    </message>
    <message>
      <source>Files are exported one at a time: {reason}</source>
      <translation>Dateien werden nacheinander exportiert: {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Dateien mit dem Namen {path} sind inzwischen aufgetaucht und wurden nicht ersetzt</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Füllen</translation>
    </message>
    <message>
      <source>Fill the frame and crop the edges</source>
      <translation>Das Bild füllen und Ränder beschneiden</translation>
    </message>
    <message>
      <source>Finding its outline…</source>
      <translation>Der Umriss wird gesucht…</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>Beenden und schließen</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>Die Exporte beenden, dann schließen</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>Diese Aufnahme abschließen</translation>
    </message>
    <message>
      <source>Finished frames per second</source>
      <translation>Fertige Bilder je Sekunde</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Die Datei wird abgeschlossen…</translation>
    </message>
    <message>
      <source>First frame number</source>
      <translation>Nummer des ersten Bildes</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Einpassen</translation>
    </message>
    <message>
      <source>Fit to window</source>
      <translation>Ins Fenster einpassen</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Einpassung, Unschärfe und Helligkeit des Hintergrunds</translation>
    </message>
    <message>
      <source>Following the strokes: {share}</source>
      <translation>Striche werden verfolgt: {share}</translation>
    </message>
    <message>
      <source>Following the strokes…</source>
      <translation>Striche werden verfolgt…</translation>
    </message>
    <message>
      <source>For a Stream Deck or your own scripts; off by default</source>
      <translation>Für ein Stream Deck oder eigene Skripte; anfangs aus</translation>
    </message>
    <message>
      <source>For flat, ungraded footage: the person is found in a picture with contrast. The video itself stays as it is</source>
      <translation>Für flache, noch nicht gegradete Aufnahmen: Die Person wird in einem kontrastreichen Bild gesucht. Das Video selbst bleibt, wie es ist</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>Format</translation>
    </message>
    <message>
      <source>Frame rate</source>
      <translation>Bildrate</translation>
    </message>
    <message>
      <source>Frame rate and detail are lowered automatically when this computer is busy</source>
      <translation>Bildrate und Detail werden automatisch gesenkt, wenn der Computer ausgelastet ist</translation>
    </message>
    <message>
      <source>Frames are repeated or dropped; the audio stays in sync</source>
      <translation>Bilder werden wiederholt oder weggelassen; der Ton bleibt synchron</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>Bilder empfangen</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>Bilder verlassen diesen Computer nie.</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>Bilder fertig</translation>
    </message>
    <message>
      <source>Frames per second from the source</source>
      <translation>Bilder je Sekunde von der Quelle</translation>
    </message>
    <message>
      <source>Frames skipped because a newer one was ready</source>
      <translation>Übersprungene Bilder, weil ein neueres bereit war</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>Von der Aufnahme bis zum fertigen Bild</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>Voll</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>Wieder volle Qualität.</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Vollbild</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>Vollbild (F11)</translation>
    </message>
    <message>
      <source>Global: also while another program is in front</source>
      <translation>Global: auch wenn ein anderes Programm vorn ist</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>Grafik</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>Grafikkarte (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphics card (any)</source>
      <translation>Grafikkarte (beliebig)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Graphit</translation>
    </message>
    <message>
      <source>Hardware and software found</source>
      <translation>Gefundene Hardware und Software</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Seitenleiste zeigen oder verbergen</translation>
    </message>
    <message>
      <source>Hide the exports</source>
      <translation>Exporte ausblenden</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Zeit je Schritt ausblenden</translation>
    </message>
    <message>
      <source>Higher values trim closer to the person.</source>
      <translation>Höhere Werte schneiden näher an der Person.</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Hügel</translation>
    </message>
    <message>
      <source>Hold to show the original (O)</source>
      <translation>Gedrückt halten, um das Original zu zeigen (O)</translation>
    </message>
    <message>
      <source>How many files are exported at the same time</source>
      <translation>Wie viele Dateien gleichzeitig exportiert werden</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Wie der Hintergrund eingepasst wird</translation>
    </message>
    <message>
      <source>In</source>
      <translation>In</translation>
    </message>
    <message>
      <source>In point</source>
      <translation>In-Punkt</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>In der Ecke</translation>
    </message>
    <message>
      <source>In: {time}. Drag, or use the arrow keys ([ sets it here)
Double-click or Delete clears it.</source>
      <translation>In: {time}. Ziehen oder Pfeiltasten ([ setzt ihn hier)
Doppelklick oder Entf hebt ihn auf.</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>Info</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>Bitte OBS Studio ab 26 installieren, das die OBS Virtual Camera mitbringt, oder Unity Capture, und dieses Programm neu starten.</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>Bitte OBS Studio ab 30 installieren, seine virtuelle Kamera einmal starten, die Erweiterung in den Systemeinstellungen erlauben und dieses Programm neu starten.</translation>
    </message>
    <message>
      <source>Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other programs that send to it, and switch it on again.</source>
      <translation>Bitte Unity Capture installieren (github.com/schellingb/UnityCapture: Install.bat ausführen), andere Programme schließen, die es benutzen, und wieder einschalten.</translation>
    </message>
    <message>
      <source>Install the optional package first: {command}</source>
      <translation>Bitte zuerst das optionale Paket installieren: {command}</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: {install}), then run: {command}</source>
      <translation>Bitte das Kernelmodul v4l2loopback installieren (Debian und Ubuntu: {install}), dann ausführen: {command}</translation>
    </message>
    <message>
      <source>Internal error while {doing} ({error}); see the log. Try again, and report it if it happens again.</source>
      <translation>Interner Fehler ({doing}: {error}); Näheres steht im Protokoll. Bitte noch einmal versuchen, und melden, wenn er wieder auftritt.</translation>
    </message>
    <message>
      <source>It needs the frames ahead, which are switched off.</source>
      <translation>Dafür sind die folgenden Bilder nötig, deren Vorausschau ausgeschaltet ist.</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Die Matte ist {name}, daneben.</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>JPEG-Bilder</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>Behalten</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Alle Personen im Bild behalten</translation>
    </message>
    <message>
      <source>Keep audio</source>
      <translation>Ton behalten</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Weitermachen</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Nur die größte Person behalten</translation>
    </message>
    <message>
      <source>Keeps you centred and close, as a camera operator does</source>
      <translation>Hält die Person nah und in der Bildmitte, wie es hinter einer Kamera geschieht</translation>
    </message>
    <message>
      <source>Kept by a stroke</source>
      <translation>Durch einen Strich behalten</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>Tastatur</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>Groß</translation>
    </message>
    <message>
      <source>Large model: finer edges and hair, fewer mistakes</source>
      <translation>Großes Modell: feinere Kanten und Haare, weniger Fehler</translation>
    </message>
    <message>
      <source>Largest</source>
      <translation>Größte</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>Nur die größte</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>Neu lernen</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>Meinen Raum lernen</translation>
    </message>
    <message>
      <source>Learn the room automatically</source>
      <translation>Den Raum automatisch lernen</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Der Raum wird gelernt: {share:.0%}</translation>
    </message>
    <message>
      <source>Learns the parts of the room that you uncover as you move</source>
      <translation>Lernt die Teile des Raums, die bei Bewegung frei werden</translation>
    </message>
    <message>
      <source>Learnt room</source>
      <translation>Gelernter Raum</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Reste</translation>
    </message>
    <message>
      <source>Let clicks through (the More menu ends it)</source>
      <translation>Klicks durchlassen (im Menü „Mehr“ wieder aus)</translation>
    </message>
    <message>
      <source>Let clicks through the cut-out</source>
      <translation>Klicks durch den Freisteller lassen</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Lizenz</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>Lizenzen</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>Leicht genug für jeden Computer ohne Grafikkarte.</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>Lichtsaum</translation>
    </message>
    <message>
      <source>Log curve of the camera</source>
      <translation>Log-Kurve der Kamera</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Look</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Eine Kamera wird gesucht…</translation>
    </message>
    <message>
      <source>Looking for the person…</source>
      <translation>Die Person wird gesucht…</translation>
    </message>
    <message>
      <source>Loop</source>
      <translation>In Schleife wiedergeben</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT für die Gewichte; für die Trainingsbilder gelten eigene Bedingungen: weights/README.md</translation>
    </message>
    <message>
      <source>MOV, for editing</source>
      <translation>MOV, für den Schnitt</translation>
    </message>
    <message>
      <source>MP4 recordings and virtual cameras do not support transparency and show black instead. Snapshots and exports keep it.</source>
      <translation>MP4-Aufnahmen und virtuelle Kameras kennen keine Transparenz und zeigen Schwarz. Schnappschüsse und Exporte behalten sie.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, läuft überall</translation>
    </message>
    <message>
      <source>Mark areas that are always kept or always replaced</source>
      <translation>Bereiche markieren, die immer behalten oder immer ersetzt werden</translation>
    </message>
    <message>
      <source>Marks of the video</source>
      <translation>Markierungen des Videos</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Licht angleichen</translation>
    </message>
    <message>
      <source>Matches the person's brightness and colour to the background.</source>
      <translation>Gleicht Helligkeit und Farbe der Person dem Hintergrund an.</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>Matte</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>Modelle messen</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>Es wird gemessen, wie lange das dauert…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>Messung läuft…</translation>
    </message>
    <message>
      <source>Message {number} of {count}</source>
      <translation>Meldung {number} von {count}</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Mikrofon</translation>
    </message>
    <message>
      <source>Microphone for recordings</source>
      <translation>Mikrofon für Aufnahmen</translation>
    </message>
    <message>
      <source>Milliseconds per frame in each stage</source>
      <translation>Millisekunden je Bild in jedem Schritt</translation>
    </message>
    <message>
      <source>Mini window, always on top</source>
      <translation>Minifenster, immer im Vordergrund</translation>
    </message>
    <message>
      <source>Mini window, always on top (F10)</source>
      <translation>Minifenster, immer im Vordergrund (F10)</translation>
    </message>
    <message>
      <source>Minimum digits</source>
      <translation>Mindestzahl der Stellen</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Minze</translation>
    </message>
    <message>
      <source>Minutes:seconds, such as 1:23.5; arrow keys step one second</source>
      <translation>Minuten:Sekunden, etwa 1:23.5; Pfeiltasten gehen um eine Sekunde</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Person spiegeln</translation>
    </message>
    <message>
      <source>Mirror the person, not the background (M)</source>
      <translation>Die Person spiegeln, nicht den Hintergrund (M)</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>Modell {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <source>Move and size yourself in the picture, with the pointer or the arrow keys</source>
      <translation>Platz und Größe der Person im Bild ändern, mit dem Zeiger oder den Pfeiltasten</translation>
    </message>
    <message>
      <source>Move down</source>
      <translation>Nach unten</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>Diese Leiste nach unten setzen</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>Diese Leiste nach oben setzen</translation>
    </message>
    <message>
      <source>Move up</source>
      <translation>Nach oben</translation>
    </message>
    <message>
      <source>Moves the background left or right.</source>
      <translation>Verschiebt den Hintergrund nach links oder rechts.</translation>
    </message>
    <message>
      <source>Moves the background up or down.</source>
      <translation>Verschiebt den Hintergrund nach oben oder unten.</translation>
    </message>
    <message>
      <source>Moves the person left or right.</source>
      <translation>Verschiebt die Person nach links oder rechts.</translation>
    </message>
    <message>
      <source>Moves the person up or down.</source>
      <translation>Verschiebt die Person nach oben oder unten.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Stummschalten</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>Stummschalten (N)</translation>
    </message>
    <message>
      <source>Muted while the microphone is recording</source>
      <translation>Stumm, solange das Mikrofon aufnimmt</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>Meine Kamera</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>Meine Kamera: {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>Mein Raum</translation>
    </message>
    <message>
      <source>My room: the background is not replaced</source>
      <translation>Mein Raum: Der Hintergrund wird nicht ersetzt</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mein Bildschirm</translation>
    </message>
    <message>
      <source>NDI opens no source on this computer.</source>
      <translation>NDI öffnet auf diesem Computer keine Quelle.</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>Name der neuen Vorlage</translation>
    </message>
    <message>
      <source>Name on the command line, and start of the file's SHA-256</source>
      <translation>Name auf der Befehlszeile und Anfang der SHA-256 der Datei</translation>
    </message>
    <message>
      <source>Name pattern</source>
      <translation>Namensmuster</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Den Look benennen</translation>
    </message>
    <message>
      <source>Neural network that cuts you out</source>
      <translation>Neuronales Netz, das die Person freistellt</translation>
    </message>
    <message>
      <source>New token</source>
      <translation>Neues Token</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>Nächster Hintergrund</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>Nächster Hintergrund (B)</translation>
    </message>
    <message>
      <source>Next frame</source>
      <translation>Nächstes Bild</translation>
    </message>
    <message>
      <source>Next frame (.)</source>
      <translation>Nächstes Bild (.)</translation>
    </message>
    <message>
      <source>Next mark</source>
      <translation>Nächste Markierung</translation>
    </message>
    <message>
      <source>Next message</source>
      <translation>Nächste Meldung</translation>
    </message>
    <message>
      <source>Next slide</source>
      <translation>Nächste Folie</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Nächste Folie (PgDown)</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>Nächste Ansicht</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>Nachtblau</translation>
    </message>
    <message>
      <source>No camera found. Plug one in to use it.</source>
      <translation>Keine Kamera gefunden. Bitte eine anschließen.</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>Keine Kamera gefunden, deshalb läuft das Beispiel. Bitte eine anschließen oder eine Datei öffnen.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Kein Modell läuft; bitte ein anderes Modell oder Gerät wählen.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Noch keine Bilder</translation>
    </message>
    <message>
      <source>No licence text is included.</source>
      <translation>Es liegt kein Lizenztext bei.</translation>
    </message>
    <message>
      <source>No microphone found</source>
      <translation>Kein Mikrofon gefunden</translation>
    </message>
    <message>
      <source>No microphone found, so the recording will have no sound. Plug one in, or record without sound.</source>
      <translation>Kein Mikrofon gefunden; die Aufnahme hätte keinen Ton. Bitte eines anschließen oder ohne Ton aufnehmen.</translation>
    </message>
    <message>
      <source>No microphone is selected, so the recording will have no sound.</source>
      <translation>Es ist kein Mikrofon gewählt; die Aufnahme hätte keinen Ton.</translation>
    </message>
    <message>
      <source>No model could be started. Only the background is shown.</source>
      <translation>Kein Modell ließ sich starten. Es wird nur der Hintergrund gezeigt.</translation>
    </message>
    <message>
      <source>No object found there. Draw around it instead.</source>
      <translation>Dort wurde kein Objekt gefunden. Bitte umfahren.</translation>
    </message>
    <message>
      <source>No other window is open. Open one first, then choose it here.</source>
      <translation>Es ist kein anderes Fenster offen. Bitte erst eines öffnen und dann hier wählen.</translation>
    </message>
    <message>
      <source>No person found. Only the background is shown.</source>
      <translation>Keine Person gefunden. Nur der Hintergrund ist zu sehen.</translation>
    </message>
    <message>
      <source>No person was found there. Click a person.</source>
      <translation>Dort wurde keine Person gefunden. Bitte eine Person anklicken.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Keine Vorlage</translation>
    </message>
    <message>
      <source>No program is connected.</source>
      <translation>Kein Programm ist verbunden.</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Kein Ton</translation>
    </message>
    <message>
      <source>No sound from {name}. Is it muted or switched off?</source>
      <translation>Von {name} kommt kein Ton. Ist es stumm oder ausgeschaltet?</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>Kein Tonserver antwortet ({error}); {advice}.</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>Kein Tonserver antwortet; {advice}.</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>Kein Lautsprecher lässt sich öffnen ({error}); bitte einen anschließen.</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>Keine virtuelle Kamera ließ sich öffnen. Versucht: {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>Keine in diesem Bild</translation>
    </message>
    <message>
      <source>None in this video</source>
      <translation>Keine in diesem Video</translation>
    </message>
    <message>
      <source>Not in log</source>
      <translation>Nicht in Log</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>Nicht gespeichert: {reason}. Bitte einen anderen Ordner wählen.</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>Nichts zu wiederholen</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>Nichts rückgängig zu machen</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>Es wurde nichts aufgenommen: {why}.</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Nummern</translation>
    </message>
    <message>
      <source>ONNX Runtime is installed; not timed</source>
      <translation>ONNX Runtime ist installiert; nicht gemessen</translation>
    </message>
    <message>
      <source>Off: Page Up and Page Down change the slides</source>
      <translation>Aus: Bild aufwärts und Bild abwärts wechseln die Folien</translation>
    </message>
    <message>
      <source>Off: the room is forgotten when the source closes</source>
      <translation>Aus: Der Raum wird vergessen, wenn die Quelle geschlossen wird</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Einen Moment…</translation>
    </message>
    <message>
      <source>Only a range</source>
      <translation>Nur ein Zeitbereich</translation>
    </message>
    <message>
      <source>Only between In and Out</source>
      <translation>Nur zwischen In und Out</translation>
    </message>
    <message numerus="yes">
      <source>Only between In and Out ({n} files)</source>
      <extracomment>n = 1: Only between In and Out (1 file)</extracomment>
      <translation>
        <numerusform>Nur zwischen In und Out (1 Datei)</numerusform>
        <numerusform>Nur zwischen In und Out ({n} Dateien)</numerusform>
      </translation>
    </message>
    <message>
      <source>Only files can be exported. Open a video or picture first, or record the camera with the red button.</source>
      <translation>Exportieren lassen sich nur Dateien. Bitte erst ein Video oder Bild öffnen oder die Kamera mit dem roten Knopf aufnehmen.</translation>
    </message>
    <message>
      <source>Only files have projects. Open a video or picture first.</source>
      <translation>Nur Dateien haben Projekte. Bitte zuerst ein Video oder Bild öffnen.</translation>
    </message>
    <message>
      <source>Only in videos.</source>
      <translation>Nur in Videos.</translation>
    </message>
    <message>
      <source>Only one project is shown at a time: {name}.</source>
      <translation>Es wird immer nur ein Projekt gezeigt: {name}.</translation>
    </message>
    <message>
      <source>Only the background is shown: {sentence}. Choose another model or device.</source>
      <translation>Nur der Hintergrund ist zu sehen: {sentence}. Bitte ein anderes Modell oder Gerät wählen.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>Eine Netzwerkkamera öffnen</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>Eine Netzwerkkamera öffnen (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open as image sequence</source>
      <translation>Als Bildfolge öffnen</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>Dateien öffnen</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>Dateien oder einen Ordner öffnen (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open in the default app</source>
      <translation>Mit dem Standardprogramm öffnen</translation>
    </message>
    <message>
      <source>Open its folder</source>
      <translation>Den Ordner der Datei öffnen</translation>
    </message>
    <message>
      <source>Open its project</source>
      <translation>Projekt öffnen</translation>
    </message>
    <message>
      <source>Open video or picture…</source>
      <translation>Video oder Bild öffnen…</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Videos oder Bilder öffnen</translation>
    </message>
    <message>
      <source>Open-source components</source>
      <translation>Open-Source-Bestandteile</translation>
    </message>
    <message>
      <source>Opened files</source>
      <translation>Geöffnete Dateien</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>{name} wird geöffnet…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).</source>
      <translation>Andere Programme finden es nur, während Avahi läuft (Debian und Ubuntu: {command}).</translation>
    </message>
    <message>
      <source>Out</source>
      <translation>Out</translation>
    </message>
    <message>
      <source>Out point</source>
      <translation>Out-Punkt</translation>
    </message>
    <message>
      <source>Out: {time}. Drag, or use the arrow keys (] sets it here)
Double-click or Delete clears it.</source>
      <translation>Out: {time}. Ziehen oder Pfeiltasten (] setzt ihn hier)
Doppelklick oder Entf hebt ihn auf.</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>Ausgabe</translation>
    </message>
    <message>
      <source>Output file, or folder for several files</source>
      <translation>Ausgabedatei, oder Ordner für mehrere Dateien</translation>
    </message>
    <message>
      <source>PNG pictures</source>
      <translation>PNG-Bilder</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>Paint over hair or motion: its edge becomes soft</source>
      <translation>Über Haar oder Bewegung malen: Die Kante wird weich</translation>
    </message>
    <message>
      <source>Paint over what is missing: it is kept</source>
      <translation>Übermalen, was fehlt: Es bleibt erhalten</translation>
    </message>
    <message>
      <source>Paint over what is wrong. It is mended before and after this frame, as far as it can be followed.</source>
      <translation>Übermalen, was falsch ist. Es wird vor und nach diesem Bild ausgebessert, soweit es sich verfolgen lässt.</translation>
    </message>
    <message>
      <source>Paint over what is wrong; it is mended along the motion</source>
      <translation>Übermalen, was falsch ist; es wird der Bewegung entlang ausgebessert</translation>
    </message>
    <message>
      <source>Paint over what should go: it is replaced</source>
      <translation>Übermalen, was weg soll: Es wird ersetzt</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Bestandteile</translation>
    </message>
    <message>
      <source>Passwords are not saved. Enter yours after the name: name:password@…</source>
      <translation>Passwörter werden nicht gespeichert. Bitte hinter dem Namen eingeben: name:passwort@…</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Pause recording</source>
      <translation>Aufnahme anhalten</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Die Aufnahme anhalten (P)</translation>
    </message>
    <message>
      <source>Paused during export</source>
      <translation>Angehalten während des Exports</translation>
    </message>
    <message>
      <source>Paused while the export time is measured</source>
      <translation>Angehalten, solange die Exportdauer gemessen wird</translation>
    </message>
    <message>
      <source>People in the picture</source>
      <translation>Personen im Bild</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Person</translation>
    </message>
    <message>
      <source>Person area</source>
      <translation>Person</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Bild</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>Bild, {zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>Bilder der Folien</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>Bilder, Videos und PDF</translation>
    </message>
    <message>
      <source>PipeWire does not answer</source>
      <translation>PipeWire antwortet nicht</translation>
    </message>
    <message>
      <source>PipeWire has ended</source>
      <translation>PipeWire wurde beendet</translation>
    </message>
    <message>
      <source>PipeWire refuses the camera</source>
      <translation>PipeWire lehnt die Kamera ab</translation>
    </message>
    <message>
      <source>PipeWire starts no thread</source>
      <translation>PipeWire startet keinen Thread</translation>
    </message>
    <message>
      <source>Place of the person</source>
      <translation>Platz der Person</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Abspielen</translation>
    </message>
    <message>
      <source>Play/pause</source>
      <translation>Wiedergabe/Pause</translation>
    </message>
    <message>
      <source>Play/pause (space)</source>
      <translation>Wiedergabe/Pause (space)</translation>
    </message>
    <message>
      <source>Playlist: click a file to show it</source>
      <translation>Wiedergabeliste: Eine Datei anklicken, um sie zu zeigen</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>Port</translation>
    </message>
    <message>
      <source>Port {port} is in use by another program or another window. Choose another port.</source>
      <translation>Port {port} wird von einem anderen Programm oder Fenster benutzt. Bitte einen anderen Port wählen.</translation>
    </message>
    <message>
      <source>Port {port} is reserved for the system. Choose one above 1023.</source>
      <translation>Port {port} ist dem System vorbehalten. Bitte einen über 1023 wählen.</translation>
    </message>
    <message>
      <source>Position X</source>
      <translation>Position X</translation>
    </message>
    <message>
      <source>Position Y</source>
      <translation>Position Y</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Stelle im Video</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Wird vorbereitet</translation>
    </message>
    <message>
      <source>Preparing Backdrop for the graphics card, only at the first start.</source>
      <translation>Backdrop wird für die Grafikkarte vorbereitet, nur beim ersten Start.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps.</source>
      <translation>Backdrop wird für diesen Prozessor vorbereitet, nur beim ersten Start: Schritt {ready} von {total}.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor. This takes about a minute, only at the first start.</source>
      <translation>Backdrop wird für diesen Prozessor vorbereitet. Das dauert etwa eine Minute, nur beim ersten Start.</translation>
    </message>
    <message>
      <source>Preparing: {ready} of {total}</source>
      <translation>Vorbereitung: {ready} von {total}</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Vorlage</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>Taste drücken…</translation>
    </message>
    <message>
      <source>Previous frame</source>
      <translation>Vorheriges Bild</translation>
    </message>
    <message>
      <source>Previous frame (,)</source>
      <translation>Vorheriges Bild (,)</translation>
    </message>
    <message>
      <source>Previous mark</source>
      <translation>Vorherige Markierung</translation>
    </message>
    <message>
      <source>Previous message</source>
      <translation>Vorherige Meldung</translation>
    </message>
    <message>
      <source>Previous slide</source>
      <translation>Vorherige Folie</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>Vorherige Folie (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>Prozessor</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>Prozessor (CPU)</translation>
    </message>
    <message>
      <source>Processor or graphics card that runs the model</source>
      <translation>Prozessor oder Grafikkarte für das Modell</translation>
    </message>
    <message>
      <source>Programs in your network can receive “{device}” by {name}.</source>
      <translation>Programme im Netzwerk können „{device}“ über {name} empfangen.</translation>
    </message>
    <message>
      <source>Programs on this computer can receive “{device}” by {name}.</source>
      <translation>Programme auf diesem Computer können „{device}“ über {name} empfangen.</translation>
    </message>
    <message>
      <source>Programs on this computer may control Backdrop</source>
      <translation>Programme auf diesem Computer dürfen Backdrop steuern</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Fortschritt von {name}</translation>
    </message>
    <message>
      <source>Projects</source>
      <translation>Projekte</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav} mit libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 ist nicht installiert; die Befehlszeile funktioniert ohne</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt lädt nicht: {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but no display</source>
      <translation>Qt {version}, aber kein Bildschirm</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Qualität</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>Zeitbereich</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>Aufnehmen</translation>
    </message>
    <message>
      <source>Record at a constant frame rate</source>
      <translation>Mit konstanter Bildrate aufnehmen</translation>
    </message>
    <message>
      <source>Record the playback without its audio (R); use Export for the whole file</source>
      <translation>Die Wiedergabe ohne Ton aufnehmen (R); „Exportieren“ schreibt die ganze Datei</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>Aufnehmen, was zu sehen ist (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>Mit Ton</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>Mit diesem Mikrofon aufnehmen</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>Mit diesem aufnehmen</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>Ohne Ton</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>Ohne Ton aufnehmen?</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>Aufgenommene Zeit</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Aufnahme</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>Aufnahmen und Schnappschüsse gehen nach {path}. Einen anderen Ort wählen</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>Wiederholen: {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>Verringert</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} frames/s</source>
      <translation>Verringerte Qualität, {rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>Reduces flicker where nothing moves.</source>
      <translation>Beruhigt Flimmern, wo sich nichts bewegt.</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Diesen Raum auf diesem Computer merken</translation>
    </message>
    <message>
      <source>Remote control</source>
      <translation>Fernsteuerung</translation>
    </message>
    <message>
      <source>Remote control…</source>
      <translation>Fernsteuerung…</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove all areas of this source</source>
      <translation>Alle Bereiche dieser Quelle entfernen</translation>
    </message>
    <message>
      <source>Remove all finished exports from the list</source>
      <translation>Alle beendeten Exporte aus der Liste entfernen</translation>
    </message>
    <message>
      <source>Remove all strokes of this video</source>
      <translation>Alle Striche dieses Videos entfernen</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Aus der Galerie entfernen</translation>
    </message>
    <message>
      <source>Remove from the list</source>
      <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Gewählten Bereich entfernen (Entf)</translation>
    </message>
    <message>
      <source>Remove the chosen stroke (Delete)</source>
      <translation>Gewählten Strich entfernen (Entf)</translation>
    </message>
    <message>
      <source>Removed by a stroke</source>
      <translation>Durch einen Strich entfernt</translation>
    </message>
    <message>
      <source>Replace the existing file</source>
      <translation>Vorhandene Datei ersetzen</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Alle zurücksetzen</translation>
    </message>
    <message>
      <source>Reset all shortcuts to their defaults</source>
      <translation>Alle Tastenkürzel auf den Standard zurücksetzen</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>Platz, Licht und Schatten zurücksetzen</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>Den Look auf die Voreinstellung zurücksetzen</translation>
    </message>
    <message>
      <source>Resolution</source>
      <translation>Auflösung</translation>
    </message>
    <message>
      <source>Resolution and frame rate of the camera</source>
      <translation>Auflösung und Bildrate der Kamera</translation>
    </message>
    <message>
      <source>Restart Backdrop to use it in English.</source>
      <translation>Backdrop neu starten, um es auf Deutsch zu verwenden.</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <source>Resume the unfinished exports</source>
      <translation>Unvollendete Exporte fortsetzen</translation>
    </message>
    <message>
      <source>Room learnt. The cut-out is cleaner now.</source>
      <translation>Raum gelernt. Der Freisteller ist jetzt sauberer.</translation>
    </message>
    <message>
      <source>Running smoothly, {rate:.0f} frames/s</source>
      <translation>Läuft flüssig, {rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Salbei</translation>
    </message>
    <message>
      <source>Same place and size as in the camera picture</source>
      <translation>Wie im Kamerabild</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>Einen Schnappschuss speichern</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>Einen Schnappschuss speichern (S)</translation>
    </message>
    <message>
      <source>Save and close (Esc)</source>
      <translation>Speichern und schließen (Esc)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Speichern als</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>Als Text speichern…</translation>
    </message>
    <message>
      <source>Save elsewhere…</source>
      <translation>Anderswo speichern…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Speichern in</translation>
    </message>
    <message>
      <source>Save the project</source>
      <translation>Projekt speichern</translation>
    </message>
    <message>
      <source>Save the project as…</source>
      <translation>Projekt speichern unter…</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Bericht speichern</translation>
    </message>
    <message>
      <source>Save the report to a file</source>
      <translation>Den Bericht in einer Datei speichern</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Diesen Look als Vorlage speichern</translation>
    </message>
    <message>
      <source>Save to</source>
      <translation>Speichern unter</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Gespeichert als {name}.</translation>
    </message>
    <message>
      <source>Saved look and background</source>
      <translation>Gespeicherter Look mit Hintergrund</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} ist gespeichert, {length}.</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} ist gespeichert.</translation>
    </message>
    <message>
      <source>Screen capture is not available on this system. Use slides as a folder of pictures instead.</source>
      <translation>Dieses System erlaubt keine Bildschirmaufnahme. Folien bitte als Ordner mit Bildern verwenden.</translation>
    </message>
    <message>
      <source>Second pass, mirrored</source>
      <translation>Zweiter Durchgang, gespiegelt</translation>
    </message>
    <message>
      <source>Send with transparency to other programs</source>
      <translation>Mit Transparenz an andere Programme senden</translation>
    </message>
    <message>
      <source>Set In point</source>
      <translation>In-Punkt setzen</translation>
    </message>
    <message>
      <source>Set Out point</source>
      <translation>Out-Punkt setzen</translation>
    </message>
    <message>
      <source>Set up {name}…</source>
      <translation>{name} einrichten…</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>Mehrere Kameras heißen {word}; bitte eine nach ihrer Nummer wählen ({names}).</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>Schatten</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>Im Ordner zeigen</translation>
    </message>
    <message>
      <source>Show or hide {title}</source>
      <translation>{title} ein- oder ausblenden</translation>
    </message>
    <message>
      <source>Show original (hold)</source>
      <translation>Original zeigen (halten)</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Die Exporte zeigen</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Das Protokoll zeigen</translation>
    </message>
    <message>
      <source>Show the whole background, with black bars</source>
      <translation>Den ganzen Hintergrund zeigen, mit schwarzen Balken</translation>
    </message>
    <message>
      <source>Show the whole message</source>
      <translation>Die ganze Meldung zeigen</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>Zeit je Schritt zeigen</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>Seitenleiste (F9)</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Größe</translation>
    </message>
    <message>
      <source>Size of the brush</source>
      <translation>Größe des Pinsels</translation>
    </message>
    <message>
      <source>Size of the brush ([ and ])</source>
      <translation>Größe des Pinsels ([ und ])</translation>
    </message>
    <message>
      <source>Size of the person on the background.</source>
      <translation>Größe der Person vor dem Hintergrund.</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>Himmelblau</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>Folie {number} von {count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>Folien aus einem PDF</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>Folien aus einem PDF…</translation>
    </message>
    <message>
      <source>Slightly uneven, {rate:.0f} frames/s</source>
      <translation>Leicht ungleichmäßig, {rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Klein</translation>
    </message>
    <message>
      <source>Small model: good edges, short export</source>
      <translation>Kleines Modell: gute Kanten, kurzer Export</translation>
    </message>
    <message>
      <source>Small, in the corner of slides or a screen</source>
      <translation>Klein, in der Ecke von Folien oder Bildschirm</translation>
    </message>
    <message>
      <source>Soft edge</source>
      <translation>Weiche Kante</translation>
    </message>
    <message>
      <source>Soften</source>
      <translation>Weich</translation>
    </message>
    <message>
      <source>Softened by a stroke</source>
      <translation>Durch einen Strich weich</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Macht den neuen Hintergrund weich, wie ein Objektiv.</translation>
    </message>
    <message>
      <source>Something moved, or someone was still in the picture. Try again.</source>
      <translation>Etwas hat sich bewegt, oder es war noch jemand im Bild. Bitte noch einmal versuchen.</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Ton lässt sich hier nicht abspielen ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Quelle</translation>
    </message>
    <message>
      <source>Source ({rate:.4g})</source>
      <translation>Quelle ({rate:.4g})</translation>
    </message>
    <message>
      <source>Spills the new background's light onto the edge.</source>
      <translation>Lässt Licht des neuen Hintergrunds auf die Kante fallen.</translation>
    </message>
    <message>
      <source>Start of the mark</source>
      <translation>Anfang der Markierung</translation>
    </message>
    <message>
      <source>Start the export; it runs in the background</source>
      <translation>Export starten; er läuft im Hintergrund</translation>
    </message>
    <message>
      <source>Start/stop recording</source>
      <translation>Aufnahme starten/beenden</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>Start auf {device}</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>Die Berechnung startet.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Beginnt…</translation>
    </message>
    <message>
      <source>Starts a countdown so that you can step out</source>
      <translation>Startet einen Countdown zum Hinausgehen</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Offen bleiben</translation>
    </message>
    <message>
      <source>Stay out of the picture: capturing the empty room …</source>
      <translation>Bitte draußen bleiben: Der leere Raum wird aufgenommen…</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Ruhe</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Bitte kurz aus dem Bild gehen: {seconds}…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Stopp</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>Stoppen und schließen</translation>
    </message>
    <message>
      <source>Stop now; the finished part is kept</source>
      <translation>Jetzt beenden; der fertige Teil bleibt erhalten</translation>
    </message>
    <message>
      <source>Stored as a picture in a file that only you can read. Forget, or switching this off, deletes it.</source>
      <translation>Wird als Bild in einer Datei gespeichert, die sonst niemand lesen kann. „Vergessen“ oder Ausschalten löscht sie.</translation>
    </message>
    <message>
      <source>Strength of the background blur.</source>
      <translation>Stärke der Hintergrundunschärfe.</translation>
    </message>
    <message>
      <source>Strokes in the picture</source>
      <translation>Striche im Bild</translation>
    </message>
    <message>
      <source>Strokes were left out: this video has no frame at their time ({times}).</source>
      <translation>Striche wurden ausgelassen: Dieses Video hat zu ihrer Zeit kein Bild ({times}).</translation>
    </message>
    <message>
      <source>Strokes…</source>
      <translation>Striche…</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>Studio</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>Studioweiß</translation>
    </message>
    <message>
      <source>Switch it on again.</source>
      <translation>Bitte wieder einschalten.</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>Systemstandard</translation>
    </message>
    <message>
      <source>Testing the graphics card, only at the first start.</source>
      <translation>Die Grafikkarte wird getestet, nur beim ersten Start.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Text (*.txt)</translation>
    </message>
    <message>
      <source>The CPU computes in float32 only; float16 needs a GPU.</source>
      <translation>Auf dem Prozessor wird alles in float32 gerechnet; float16 ist für Grafikkarten.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. See the log for details.</source>
      <translation>Die Grafikkarte kann nicht verwendet werden: {error}. Näheres steht im Protokoll.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>Die Grafikkarte ist ausgefallen ({error}). Weiter auf dem Prozessor, vom selben Bild an.</translation>
    </message>
    <message>
      <source>The GPU stopped working, so the CPU took over. Choose the GPU again to switch back.</source>
      <translation>Die Grafikkarte arbeitet nicht mehr; das Bild läuft mit dem Prozessor weiter. Um zu ihr zurückzukehren, die Grafikkarte noch einmal wählen.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>Der Alphakanal dieses Bildes ist in der Datei beschädigt.</translation>
    </message>
    <message>
      <source>The aspect ratio is kept</source>
      <translation>Das Seitenverhältnis bleibt erhalten</translation>
    </message>
    <message>
      <source>The attached file {codec} was left out: a .mkv holds such files.</source>
      <translation>Die angehängte Datei {codec} wurde weggelassen: Eine .mkv nimmt solche Dateien auf.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Es wird nur der Hintergrund gezeigt. {reason}</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>Der Hintergrund ließ sich nicht lesen.</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>Der Hintergrund wird geöffnet.</translation>
    </message>
    <message>
      <source>The background is sent, too. Choose “Transparent” to send the person alone.</source>
      <translation>Der Hintergrund wird mitgesendet. „Transparent“ wählen, um nur die Person zu senden.</translation>
    </message>
    <message>
      <source>The background is set to My room, so nothing would change. Choose another background.</source>
      <translation>Der Hintergrund ist „Mein Raum“, es würde sich also nichts ändern. Bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>Die Kamera antwortet nicht ({reason}).</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>Die Kamera sendet keine Bilder.</translation>
    </message>
    <message>
      <source>The camera view changed; Backdrop is learning the new one.</source>
      <translation>Der Kameraausschnitt hat sich geändert; Backdrop lernt den neuen.</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>Die Kamera {path} lässt sich nicht öffnen ({reason}); bitte den Stecker prüfen, und dass das Konto zur Gruppe video gehört.</translation>
    </message>
    <message>
      <source>The clip of {name} was not found: {clip}.</source>
      <translation>Der Clip zu {name} wurde nicht gefunden: {clip}.</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>Der Datenträger ist voll, deshalb endete die Aufnahme; {kept} und lässt sich abspielen. Bitte Platz schaffen.</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>Die Berechnung ist bei diesem Bild fehlgeschlagen.</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>Die Berechnung wird gestartet.</translation>
    </message>
    <message>
      <source>The engine returned a picture of the wrong size.</source>
      <translation>Die Berechnung lieferte ein Bild falscher Größe.</translation>
    </message>
    <message>
      <source>The engine returned no matte.</source>
      <translation>Die Berechnung lieferte keine Matte.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>Die Berechnung arbeitet noch an einem früheren Bild.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>Die Berechnung brauchte für dieses Bild länger als eine Sekunde.</translation>
    </message>
    <message>
      <source>The existing file is lost</source>
      <translation>Die vorhandene Datei geht verloren</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Der Dateiname muss für diesen Dateityp auf {suffix} enden.</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Die feinsten Kanten; für eine Grafikkarte.</translation>
    </message>
    <message>
      <source>The folder {folder} does not exist. Choose another.</source>
      <translation>Den Ordner {folder} gibt es nicht. Bitte einen anderen wählen.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Die Bilder haben {size} Megapixel ({width}x{height}): Sie wurden als VP8 geschrieben, weil VP9 über {most} zu viel Speicher braucht.</translation>
    </message>
    <message>
      <source>The learnt room was deleted.</source>
      <translation>Der gelernte Raum wurde gelöscht.</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>Das Livebild ist zu Ende, anderen Programmen gibt es nichts zu zeigen; bitte zuerst eine Kamera oder eine Datei wählen.</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>Das Livebild ist zu Ende.</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>Das Mikrofon {name} lässt sich nicht öffnen ({tried}). Bitte prüfen, ob es angeschlossen ist und dieses Programm es benutzen darf, oder ohne Ton aufnehmen.</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>Das Mikrofon {name} ist ausgefallen ({error}); bitte den Stecker prüfen.</translation>
    </message>
    <message>
      <source>The model chosen in the window</source>
      <translation>Das im Fenster gewählte Modell</translation>
    </message>
    <message>
      <source>The old token stops working, and programs are disconnected</source>
      <translation>Das alte Token gilt nicht mehr, und Programme werden getrennt</translation>
    </message>
    <message>
      <source>The other files are exported in full</source>
      <translation>Die übrigen Dateien werden ganz exportiert</translation>
    </message>
    <message>
      <source>The person cannot be moved over a blurred background.</source>
      <translation>Vor unscharfem Hintergrund lässt sich die Person nicht verschieben.</translation>
    </message>
    <message>
      <source>The person chosen at {time} is not there. Choose again.</source>
      <translation>Die bei {time} gewählte Person ist dort nicht zu finden. Bitte noch einmal wählen.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>Die Person vor dem neuen Hintergrund</translation>
    </message>
    <message>
      <source>The person who is kept is being looked for.</source>
      <translation>Die Person, die bleibt, wird gesucht.</translation>
    </message>
    <message>
      <source>The picture and, in a second file, its matte</source>
      <translation>Das Bild und in einer zweiten Datei seine Matte</translation>
    </message>
    <message>
      <source>The picture of the empty room does not match the camera; Backdrop learns from the camera instead.</source>
      <translation>Das Bild des leeren Raums passt nicht zur Kamera; Backdrop lernt stattdessen von der Kamera.</translation>
    </message>
    <message>
      <source>The picture stopped after an internal error. Choose the source again.</source>
      <translation>Das Bild ist nach einem internen Fehler stehen geblieben. Bitte die Quelle noch einmal wählen.</translation>
    </message>
    <message>
      <source>The project could not be saved.</source>
      <translation>Das Projekt konnte nicht gespeichert werden.</translation>
    </message>
    <message>
      <source>The range is empty. Set Out after In.</source>
      <translation>Der Zeitbereich ist leer. Bitte Out hinter In setzen.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>Die Aufnahme endete ({reason}); {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} no longer exists. Was its folder moved or removed, or its disk disconnected?</source>
      <translation>Die Aufnahme endete: {path} ist nicht mehr da. Wurde der Ordner verschoben oder entfernt oder der Datenträger abgezogen?</translation>
    </message>
    <message>
      <source>The recording {path} stopped; see the log.</source>
      <translation>Die Aufnahme {path} endete; Näheres steht im Protokoll.</translation>
    </message>
    <message>
      <source>The remote control is off: {why}</source>
      <translation>Die Fernsteuerung ist aus: {why}</translation>
    </message>
    <message>
      <source>The saved settings come from a newer version of Backdrop and were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen stammen von einer neueren Version von Backdrop und wurden durch Voreinstellungen ersetzt</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen waren nicht lesbar und wurden durch Voreinstellungen ersetzt</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>Die gespeicherten Einstellungen hatten beschädigte Einträge ({names}), die durch Voreinstellungen ersetzt wurden</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>Der Schnappschuss lässt sich nicht speichern: {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>Der Tonserver ist nicht nutzbar: {error}.</translation>
    </message>
    <message>
      <source>The sound server failed ({error}).</source>
      <translation>Der Tonserver ist ausgefallen ({error}).</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>Die Quelle wird geöffnet.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>Der Lautsprecher ist ausgefallen ({error}).</translation>
    </message>
    <message>
      <source>The strokes act on their own frames alone: {reason}</source>
      <translation>Die Striche wirken nur auf ihre eigenen Bilder: {reason}</translation>
    </message>
    <message>
      <source>The token cannot be kept: {error}</source>
      <translation>Das Token kann nicht gespeichert werden: {error}</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>Das Fenster</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Design</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>Eine Kamera {word} gibt es nicht: {there}.</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>Es gibt noch kein Bild; bitte warten, bis es zu sehen ist.</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>Es gibt kein v4l2loopback-Gerät. {help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>Es gibt noch nichts aufzunehmen; bitte zuerst eine Kamera oder eine Datei wählen.</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Dieser Computer</translation>
    </message>
    <message>
      <source>This computer is too slow, {rate:.0f} frames/s</source>
      <translation>Dieser Computer ist zu langsam, {rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>This file's own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>Der eigene Alphakanal dieser Datei stellt die Person nicht frei und wird deshalb mit der Matte des Modells multipliziert.</translation>
    </message>
    <message>
      <source>This file's own alpha channel is used instead of the model.</source>
      <translation>Der eigene Alphakanal dieser Datei wird anstelle des Modells verwendet.</translation>
    </message>
    <message>
      <source>This is not a valid camera address: {error}.</source>
      <translation>Das ist keine gültige Kameraadresse: {error}.</translation>
    </message>
    <message>
      <source>This is your empty room.</source>
      <translation>Das ist der leere Raum.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>Dieser Computer ist ausgelastet: verringerte Qualität.</translation>
    </message>
    <message>
      <source>This name is reserved for a look without a preset.</source>
      <translation>Dieser Name ist für einen Look ohne Vorlage reserviert.</translation>
    </message>
    <message>
      <source>This room has not been learnt yet.</source>
      <translation>Dieser Raum ist noch nicht gelernt.</translation>
    </message>
    <message>
      <source>This room was learnt before.</source>
      <translation>Dieser Raum wurde schon gelernt.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>Für dieses System ist keine virtuelle Kamera bekannt.</translation>
    </message>
    <message>
      <source>This video has transparency of its own.</source>
      <translation>Dieses Video hat eigene Transparenz.</translation>
    </message>
    <message>
      <source>This video is interlaced: moving edges show as stripes</source>
      <translation>Dieses Video ist interlaced: Bewegte Kanten zeigen Streifen</translation>
    </message>
    <message>
      <source>This would overwrite the background. Choose another name.</source>
      <translation>Das würde den Hintergrund überschreiben. Bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>This would overwrite the source file. Choose another name.</source>
      <translation>Das würde die Quelldatei überschreiben. Bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>Time each model on this computer; the picture pauses meanwhile</source>
      <translation>Jedes Modell auf diesem Computer messen; das Bild hält solange an</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Zeit je Schritt</translation>
    </message>
    <message>
      <source>Token</source>
      <translation>Token</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparent</translation>
    </message>
    <message>
      <source>Trim the start or the end</source>
      <translation>Anfang oder Ende wegschneiden</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>Das Beispiel ausprobieren</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>Folien alle 10 Sekunden weiterblättern</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>Rückgängig: {what}</translation>
    </message>
    <message>
      <source>Unfinished from last time</source>
      <translation>Vom letzten Mal, unvollendet</translation>
    </message>
    <message>
      <source>Unmute</source>
      <translation>Stummschaltung aufheben</translation>
    </message>
    <message>
      <source>Unsure: {reason}</source>
      <translation>Unsicher: {reason}</translation>
    </message>
    <message>
      <source>Use my screen or a window</source>
      <translation>Meinen Bildschirm oder ein Fenster verwenden</translation>
    </message>
    <message>
      <source>Use slides</source>
      <translation>Folien verwenden</translation>
    </message>
    <message>
      <source>Use this camera</source>
      <translation>Diese Kamera verwenden</translation>
    </message>
    <message>
      <source>Use this picture as a camera in Zoom, OBS and other programs</source>
      <translation>Dieses Bild als Kamera in Zoom, OBS und anderen Programmen nutzen</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>Version und Modelle</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>Version {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>Version {version}, Commit {commit}</translation>
    </message>
    <message>
      <source>Version, models and system details, without names or pictures</source>
      <translation>Version, Modelle und Systemangaben, ohne Namen und Bilder</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Videos oder Bilder…</translation>
    </message>
    <message>
      <source>Videos, pictures and projects</source>
      <translation>Videos, Bilder und Projekte</translation>
    </message>
    <message>
      <source>View</source>
      <translation>Ansicht</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>Virtuelle Kamera</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>Lautstärke</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>Lautstärke: {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>Wartet</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>Warten auf ein Bild</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>Warmgrau</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>Warnung</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM, fürs Web</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>Was andere sehen (V)</translation>
    </message>
    <message>
      <source>What the brush does</source>
      <translation>Was der Pinsel tut</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Was gezeichnet wird</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>Wo ist {name}?</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>Wohin Aufnahmen gehen</translation>
    </message>
    <message>
      <source>While it is on, other programs do not receive this key</source>
      <translation>Solange es an ist, bekommen andere Programme diese Taste nicht</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>Weiß bleibt, Schwarz wird ersetzt (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>Wer im Bild bleibt</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>Ganzes Bild</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Fenster</translation>
    </message>
    <message>
      <source>Window capture is not available on this system. Use the whole screen, or slides as a PDF.</source>
      <translation>Dieses System erlaubt keine Aufnahme einzelner Fenster. Bitte den ganzen Bildschirm oder Folien als PDF verwenden.</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows antwortet nicht; bitte noch einmal versuchen</translation>
    </message>
    <message>
      <source>Windows in front of the chosen one are captured too, because desktop compositing is off. Keep it in front, or turn compositing on.</source>
      <translation>Fenster vor dem gewählten werden mit aufgenommen, weil die Desktop-Effekte aus sind. Bitte vorn lassen oder die Effekte einschalten.</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Prozesse</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>Es wird nicht noch einmal gefragt</translation>
    </message>
    <message>
      <source>You with transparency, on a checkerboard (V)</source>
      <translation>Nur die Person, transparent auf Schachbrett (V)</translation>
    </message>
    <message>
      <source>Your room is visible: the background is not replaced</source>
      <translation>Der Raum ist sichtbar: Der Hintergrund wird nicht ersetzt</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>Die Einstellungen lassen sich nicht speichern: Der Ordner dafür ist schreibgeschützt oder der Datenträger voll.</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>Eigene</translation>
    </message>
    <message>
      <source>Zoom in</source>
      <translation>Vergrößern</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>Verkleinern</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>ein Filmbild</translation>
    </message>
    <message>
      <source>a person came who may be another one</source>
      <translation>es kam jemand, der auch ein anderer sein kann</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>ein Bild seiner Art</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>etwa {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>etwa {time:.1f} h</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>etwa {time} min</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>etwa {time} s</translation>
    </message>
    <message>
      <source>another program uses this key; choose another</source>
      <translation>ein anderes Programm verwendet diese Taste; bitte eine andere wählen</translation>
    </message>
    <message>
      <source>attached file ({codec}) copied</source>
      <translation>angehängte Datei ({codec}) übernommen</translation>
    </message>
    <message>
      <source>attached file ({codec}) dropped</source>
      <translation>angehängte Datei ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>Ton ({codec}) übernommen</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>Ton ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>Ton ({codec}) nach {new_codec} umgewandelt</translation>
    </message>
    <message>
      <source>background</source>
      <translation>Hintergrund</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>Einpassung des Hintergrunds</translation>
    </message>
    <message>
      <source>cannot be read without the package OpenEXR ({line})</source>
      <translation>lässt sich ohne das Paket OpenEXR nicht lesen ({line})</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>Zusammensetzen</translation>
    </message>
    <message>
      <source>cover picture ({codec}) dropped</source>
      <translation>Titelbild ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>data ({codec}) dropped</source>
      <translation>Daten ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>Ziffern</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>gibt es nicht; bitte den Pfad prüfen</translation>
    </message>
    <message>
      <source>download</source>
      <translation>Herunterladen</translation>
    </message>
    <message>
      <source>fast model on the graphics card</source>
      <translation>schnelles Modell auf der Grafikkarte</translation>
    </message>
    <message>
      <source>fast model on the processor</source>
      <translation>schnelles Modell auf dem Prozessor</translation>
    </message>
    <message>
      <source>finishing the recording {path}</source>
      <translation>Aufnahme {path} fertigstellen</translation>
    </message>
    <message>
      <source>first frame,</source>
      <translation>als erstes Bild,</translation>
    </message>
    <message>
      <source>following strokes</source>
      <translation>Strichen folgen</translation>
    </message>
    <message>
      <source>good</source>
      <translation>gut</translation>
    </message>
    <message>
      <source>handing back memory</source>
      <translation>Speicher zurückgeben</translation>
    </message>
    <message>
      <source>has 8 bits, for which no colour space can be named; leave it out</source>
      <translation>hat 8 Bit, wofür sich kein Farbraum angeben lässt; bitte weglassen</translation>
    </message>
    <message>
      <source>has another display window than the first picture; render it anew</source>
      <translation>hat ein anderes Anzeigefenster (display window) als das erste Bild; bitte neu rendern</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>hat mehr als {most:.4g} Megapixel, und ein Bild darf {limit:.4g} haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>hat {size} Megapixel ({width}x{height}), und {kind} darf {limit} haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>holds more channels than memory has room for; save fewer layers in one file</source>
      <translation>enthält mehr Kanäle, als in den Speicher passen; bitte weniger Ebenen in einer Datei speichern</translation>
    </message>
    <message>
      <source>holds no layer with the colours R, G and B; save them in it</source>
      <translation>enthält keine Ebene mit den Farben R, G und B; bitte diese darin speichern</translation>
    </message>
    <message>
      <source>internal error: {error}; see the log</source>
      <translation>interner Fehler: {error}; siehe Protokoll</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>ist ein Ordner; bitte eine Datei darin nennen</translation>
    </message>
    <message>
      <source>is a pipe or a device; save its output to a file</source>
      <translation>ist eine Pipe oder ein Gerät; bitte die Ausgabe in eine Datei speichern</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>ist beschädigt ({reason}); bitte noch einmal kopieren</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>ist leer (0 Bytes); bitte noch einmal kopieren</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>ist kein lesbares Bild; bitte als PNG oder JPEG speichern</translation>
    </message>
    <message>
      <source>it did not accept the picture</source>
      <translation>das Bild wurde nicht angenommen</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>sie hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
      <source>it ends too early</source>
      <translation>die Datei endet zu früh</translation>
    </message>
    <message>
      <source>it no longer exists</source>
      <translation>sie ist nicht mehr da</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>sie öffnet sich, schickt aber kein Bild; vielleicht benutzt sie ein anderes Programm</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>sie wiederholt dasselbe Bild (ist die Abdeckung zu?)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>sie hat innerhalb von {seconds:.0f} Sekunden kein Bild geschickt</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>sie antwortet nicht mehr</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>sie liefert keine Bilder mehr</translation>
    </message>
    <message>
      <source>its data is invalid</source>
      <translation>seine Daten sind ungültig</translation>
    </message>
    <message>
      <source>its decoder failed</source>
      <translation>der Decoder ist gescheitert</translation>
    </message>
    <message>
      <source>its library is missing ({error})</source>
      <translation>seine Bibliothek fehlt ({error})</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>ihre Berechtigungen</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>ihre Bilder lassen sich nicht decodieren ({reason}); bitte die Kamera neu starten</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>ihre Bilder lassen sich nicht decodieren; bitte den Stecker prüfen oder eine andere Größe wählen</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>sie ist {width:g} x {height:g} Punkt groß</translation>
    </message>
    <message>
      <source>keeping the background {path}</source>
      <translation>Hintergrund {path} aufbewahren</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <source>learning the room</source>
      <translation>Raum lernen</translation>
    </message>
    <message>
      <source>lies outside of the other pictures; render it anew</source>
      <translation>liegt außerhalb der anderen Bilder; bitte neu rendern</translation>
    </message>
    <message>
      <source>log curve of the camera</source>
      <translation>Log-Kurve der Kamera</translation>
    </message>
    <message>
      <source>look</source>
      <translation>Look</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>Look und Hintergrund</translation>
    </message>
    <message>
      <source>looking around</source>
      <translation>Umgebung absuchen</translation>
    </message>
    <message>
      <source>looking at what was opened</source>
      <translation>Geöffnetes ansehen</translation>
    </message>
    <message>
      <source>looking for a project</source>
      <translation>Projekt suchen</translation>
    </message>
    <message>
      <source>looking for an outline</source>
      <translation>Umriss suchen</translation>
    </message>
    <message>
      <source>looking for recordings that were cut short</source>
      <translation>abgebrochene Aufnahmen suchen</translation>
    </message>
    <message>
      <source>looking through the backgrounds</source>
      <translation>Hintergründe durchsehen</translation>
    </message>
    <message>
      <source>looking up its name took too long</source>
      <translation>der Name wurde nicht rechtzeitig aufgelöst</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>darf nicht gelesen werden; bitte die Berechtigungen prüfen</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>misst {width}x{height}, und die längere Seite eines Filmbilds darf {most} Pixel haben; bitte zuerst verkleinern</translation>
    </message>
    <message>
      <source>measuring how long an export takes</source>
      <translation>Exportdauer messen</translation>
    </message>
    <message>
      <source>measuring the models</source>
      <translation>Modelle messen</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>fehlt</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>braucht mehr Speicher, als da ist; bitte andere Programme schließen oder die Datei verkleinern</translation>
    </message>
    <message>
      <source>network</source>
      <translation>Netz</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>keine Grafikkarte in Gebrauch: {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>keine Kamera ist angeschlossen</translation>
    </message>
    <message>
      <source>no files left by a crash</source>
      <translation>keine Reste eines Absturzes</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>kein Bild kam rechtzeitig</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>keine gefunden</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
      <source>not needed: the NVIDIA GPU is used</source>
      <translation>nicht nötig: Die NVIDIA-Grafikkarte wird verwendet</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>nirgendwohin</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>optional</translation>
    </message>
    <message>
      <source>other</source>
      <translation>Sonstiges</translation>
    </message>
    <message>
      <source>output</source>
      <translation>Ausgabe</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>eigenes Modell auf der Grafikkarte</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>eigenes Modell auf dem Prozessor</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <source>people who stay</source>
      <translation>Personen, die bleiben</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>eine anschließen, oder diesem Programm ihre Benutzung in den Datenschutzeinstellungen des Systems erlauben</translation>
    </message>
    <message>
      <source>preparing the engine</source>
      <translation>Berechnung vorbereiten</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>Vorlage {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>Vorlagen</translation>
    </message>
    <message>
      <source>quality model on the graphics card</source>
      <translation>Qualitätsmodell auf der Grafikkarte</translation>
    </message>
    <message>
      <source>quality model on the processor</source>
      <translation>Qualitätsmodell auf dem Prozessor</translation>
    </message>
    <message>
      <source>reading a project</source>
      <translation>Projekt lesen</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>Verfeinern</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>Skalieren</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>den Ordner aus dem Repository wiederherstellen</translation>
    </message>
    <message>
      <source>saving the project {path}</source>
      <translation>Projekt {path} speichern</translation>
    </message>
    <message>
      <source>saving the snapshot {path}</source>
      <translation>Schnappschuss {path} speichern</translation>
    </message>
    <message>
      <source>strokes</source>
      <translation>Striche</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>Untertitel ({codec}) übernommen</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>Untertitel ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>Untertitel ({codec}) nach {new_codec} umgewandelt</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>dass Desktop-Apps die Kamera benutzen dürfen (Einstellungen, Datenschutz, Kamera)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>dass dieses Programm die Kamera benutzen darf (Systemeinstellungen, Datenschutz, Kamera)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>dass das Konto zur Gruppe video gehört</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>die Verbindung brach ab: {reason}</translation>
    </message>
    <message>
      <source>the desktop's message bus is gone ({error})</source>
      <translation>der Nachrichtenbus des Desktops ist nicht mehr da ({error})</translation>
    </message>
    <message>
      <source>the desktop's settings deny Backdrop this key</source>
      <translation>die Einstellungen des Desktops verweigern Backdrop diese Taste</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>der Treiber liefert kein Bild; bitte den Stecker prüfen</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>der Encoder nimmt diese Bilder nicht ({words})</translation>
    </message>
    <message>
      <source>the file's own alpha</source>
      <translation>der eigene Alphakanal der Datei</translation>
    </message>
    <message>
      <source>the next job of that name removes it, and so does this command after one day</source>
      <translation>es verschwindet mit dem nächsten Auftrag dieses Namens, oder einen Tag später mit diesem Befehl</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>das Bild hat sich von {width}x{height} zu {new_width}x{new_height} geändert</translation>
    </message>
    <message>
      <source>the source was closed</source>
      <translation>die Quelle wurde geschlossen</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>es gibt {names}</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>die Datei {path} gibt es nicht; bitte den Pfad prüfen</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>bis dahin gibt es keinen Ton</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>der Speicher reicht nicht; andere Programme schließen oder ein kleineres Video nehmen</translation>
    </message>
    <message>
      <source>this desktop does not support global shortcuts</source>
      <translation>dieser Desktop kennt keine globalen Tastenkürzel</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>diese Tastatur hat keine solche Taste; bitte eine andere wählen</translation>
    </message>
    <message>
      <source>this system does not support global shortcuts</source>
      <translation>dieses System kennt keine globalen Tastenkürzel</translation>
    </message>
    <message>
      <source>to</source>
      <translation>bis</translation>
    </message>
    <message>
      <source>too slow for a live picture; --device onnx uses it</source>
      <translation>zu langsam für ein Livebild; --device onnx verwendet sie</translation>
    </message>
    <message>
      <source>trying an export</source>
      <translation>Export ausprobieren</translation>
    </message>
    <message>
      <source>two people crossed and look alike</source>
      <translation>zwei Personen kreuzten sich und sehen sich ähnlich</translation>
    </message>
    <message>
      <source>two people overlap and look alike</source>
      <translation>zwei Personen überdecken sich und sehen sich ähnlich</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <source>update the driver, then run: {command}</source>
      <translation>Treiber aktualisieren, dann ausführen: {command}</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>Hochladen</translation>
    </message>
    <message>
      <source>using {name}</source>
      <translation>{name} verwenden</translation>
    </message>
    <message>
      <source>video ({codec}) dropped</source>
      <translation>Video ({codec}) weggelassen</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>Warten</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ ist leer</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>was sie schickt, ist beschädigt</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>eigene Hintergründe</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts a point there.</source>
      <translation>{across} von links, {down} von oben. Die Leertaste setzt dort einen Punkt.</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts the next point, Enter the last one; Esc gives up.</source>
      <translation>{across} von links, {down} von oben. Die Leertaste setzt den nächsten Punkt, Eingabe den letzten; Esc bricht ab.</translation>
    </message>
    <message>
      <source>{action} (global)</source>
      <translation>{action} (global)</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to cancel</source>
      <translation>{action}: eine Taste drücken, oder Esc zum Abbrechen</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} enthält ein Leerzeichen oder ein Zeilenende; in einer Adresse gibt es keines</translation>
    </message>
    <message>
      <source>{address} has no port; add one, as in {example}</source>
      <translation>{address} hat keinen Port; bitte einen anfügen, wie in {example}</translation>
    </message>
    <message>
      <source>{address} has no valid host; expected one like {example}</source>
      <translation>{address} hat keinen gültigen Host; erwartet wird einer wie {example}</translation>
    </message>
    <message>
      <source>{address} has the port {port}, expected 1 to 65535</source>
      <translation>{address} hat den Port {port}, möglich sind 1 bis 65535</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address}: das # im Passwort bitte als %23 schreiben, das / als %2F</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} verlangt Bilder von {host}; bei Vertrauen erlauben mit --allow-host {host}</translation>
    </message>
    <message>
      <source>{codec} + alpha</source>
      <translation>{codec} + Alpha</translation>
    </message>
    <message>
      <source>{count} areas is the limit. Remove one to add another.</source>
      <translation>Mehr als {count} Bereiche sind nicht möglich. Bitte erst einen entfernen.</translation>
    </message>
    <message>
      <source>{count} clicks is the limit. Take one back to add another.</source>
      <translation>Mehr als {count} Klicks sind nicht möglich. Bitte erst einen zurücknehmen.</translation>
    </message>
    <message>
      <source>{count} strokes is the limit. Remove one to add another.</source>
      <translation>Mehr als {count} Striche sind nicht möglich. Bitte erst einen entfernen.</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{done} von {count} fertig</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} Weiter auf dem Prozessor.</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} Die Matte ist {name}.</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} Die Aufnahme geht ohne Ton weiter.</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}.</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} gibt es schon, und {count} weitere dieser Art; bitte einen anderen Namen wählen oder das Ersetzen erlauben (--overwrite).</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}, es fehlt: {names}</translation>
    </message>
    <message>
      <source>{host} asks for the file {wanted} on this computer; cameras get no files</source>
      <translation>{host} verlangt die Datei {wanted} dieses Computers; Kameras bekommen keine Dateien</translation>
    </message>
    <message>
      <source>{host} redirects to an invalid address: {error}</source>
      <translation>{host} leitet zu einer ungültigen Adresse weiter: {error}</translation>
    </message>
    <message>
      <source>{host} redirects to {scheme}, expected {allowed}; open that address itself if you trust it</source>
      <translation>{host} leitet zu {scheme} weiter, erlaubt ist nur {allowed}; bei Vertrauen diese Adresse selbst öffnen</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} is already a global shortcut.</source>
      <translation>{key} ist schon ein globales Tastenkürzel.</translation>
    </message>
    <message>
      <source>{key} is already used: {action}. Change that shortcut first.</source>
      <translation>{key} ist schon vergeben: {action}. Bitte erst dieses Kürzel ändern.</translation>
    </message>
    <message>
      <source>{key} is reserved for moving within the window.</source>
      <translation>{key} ist für die Bewegung im Fenster reserviert.</translation>
    </message>
    <message>
      <source>{key} works only in this window: {why}.</source>
      <translation>{key} wirkt nur in diesem Fenster: {why}.</translation>
    </message>
    <message>
      <source>{message} {time} s</source>
      <translation>{message} {time} s</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} auf {device}</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}, {coding}</translation>
    </message>
    <message>
      <source>{name} (not connected)</source>
      <translation>{name} (nicht angeschlossen)</translation>
    </message>
    <message>
      <source>{name} already exists. Replace it or choose another name.</source>
      <translation>{name} gibt es schon. Bitte ersetzen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} antwortet, aber keines ihrer Bilder lässt sich decodieren; sie sollte kleinere oder einfachere schicken.</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} antwortet, aber nicht wie ein Webserver ({error}); bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} antwortet, aber nicht wie eine RTSP-Kamera; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} antwortet, aber nicht mit einem Video; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} antwortet, aber {reason}; bitte die Kamera und die Verbindung zu ihr prüfen</translation>
    </message>
    <message>
      <source>{name} by {provider}: the network takes {time:.1f} ms in {precision}</source>
      <translation>{name} über {provider}: Das Netz braucht {time:.1f} ms in {precision}</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} lässt sich nicht öffnen ({tried}). Bitte andere Programme schließen, die sie benutzen, den Stecker prüfen, und {permissions}.</translation>
    </message>
    <message>
      <source>{name} cannot be read as a video ({reason}). Copy it again, or choose another file.</source>
      <translation>{name} lässt sich nicht als Video lesen ({reason}). Bitte noch einmal kopieren oder eine andere Datei wählen.</translation>
    </message>
    <message>
      <source>{name} could not be opened because of an internal error.</source>
      <translation>{name} ließ sich wegen eines internen Fehlers nicht öffnen.</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} beschreibt ihre Bilder in {size} Bytes statt höchstens {most}; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} antwortet nicht ({reason}); bitte die Adresse prüfen, und ob die Kamera eingeschaltet ist</translation>
    </message>
    <message>
      <source>{name} does not match the room in {recording}; the room was learnt from the video itself.</source>
      <translation>{name} passt nicht zum Raum in {recording}; der Raum wurde aus dem Video selbst gelernt.</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} sagt nicht, wie lang es ist.</translation>
    </message>
    <message>
      <source>{name} has a cover picture, but no video; choose a file with a video track.</source>
      <translation>{name} enthält ein Coverbild, aber kein Video; bitte eine Datei mit Videospur wählen.</translation>
    </message>
    <message>
      <source>{name} has a video track without frames; record or export it again.</source>
      <translation>{name} hat eine Videospur ohne ein einziges Bild; bitte noch einmal aufnehmen oder exportieren.</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} hat bei {start:g} s und danach kein Bild.</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} hat kein Bild, das sich decodieren lässt; bitte noch einmal kopieren.</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} hat kein Bild; bitte ein Bild des leeren Raums wählen.</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} hat keine Bilder; bitte aus dem Repository wiederherstellen.</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} hat keine Videospur, nur {found}; bitte eine Datei mit Bild wählen.</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures; only the first was used. Convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} enthält {count} Bilder, nur das erste wurde genommen; für alle bitte in ein Video oder in nummerierte Bilder umwandeln.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save its output to a file.</source>
      <translation>{name} ist eine Pipe oder ein Gerät; bitte die Ausgabe in eine Datei speichern.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} ist eine Wiedergabeliste von mehr als {size} MB; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} is a playlist of other files or addresses, which Backdrop does not open. Choose the video itself.</source>
      <translation>{name} ist eine Wiedergabeliste anderer Dateien oder Adressen, die Backdrop nicht öffnet. Bitte das Video selbst wählen.</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>{name} wird gerade von einem anderen Export geschrieben; bitte einen anderen Namen wählen.</translation>
    </message>
    <message>
      <source>{name} is beside this file.</source>
      <translation>Neben dieser Datei liegt {name}.</translation>
    </message>
    <message>
      <source>{name} is damaged: some frames could not be decoded. Copy the file again if you can.</source>
      <translation>{name} ist beschädigt: Einige Bilder ließen sich nicht decodieren. Wenn möglich, die Datei noch einmal kopieren.</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} ist beschädigt: {n} Bild ließ sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</numerusform>
        <numerusform>{name} ist beschädigt: {n} Bilder ließen sich nicht ganz decodieren; wenn möglich, die Datei noch einmal kopieren.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} ist leer (0 Bytes); bitte noch einmal kopieren oder aufnehmen.</translation>
    </message>
    <message>
      <source>{name} is exported, but incomplete: {loss}</source>
      <translation>{name} ist exportiert, aber unvollständig: {loss}</translation>
    </message>
    <message>
      <source>{name} is exported.</source>
      <translation>{name} ist exportiert.</translation>
    </message>
    <message>
      <source>{name} is finished.</source>
      <translation>{name} ist fertiggestellt.</translation>
    </message>
    <message>
      <source>{name} is incomplete: its index (the moov box) is missing after {size} bytes. Copy it again, or repair it with its original recorder.</source>
      <translation>{name} ist unvollständig: Nach {size} Bytes fehlt das Verzeichnis (die moov-Box). Bitte noch einmal kopieren oder mit dem Aufnahmegerät reparieren.</translation>
    </message>
    <message>
      <source>{name} is minimised. Its last picture is shown until you restore it.</source>
      <translation>{name} ist minimiert. Bis zum Wiederherstellen wird das letzte Bild gezeigt.</translation>
    </message>
    <message>
      <source>{name} is missing, so the built-in sample plays.</source>
      <translation>{name} fehlt, deshalb läuft das Beispiel.</translation>
    </message>
    <message>
      <source>{name} is no video or picture that Backdrop reads; choose a video ({videos}) or a picture ({pictures}).</source>
      <translation>{name} ist weder Video noch Bild, das Backdrop liest; bitte ein Video ({videos}) oder ein Bild ({pictures}) wählen.</translation>
    </message>
    <message>
      <source>{name} is not a project of Backdrop ({reason}); save it again.</source>
      <translation>{name} ist kein Projekt von Backdrop ({reason}); bitte neu speichern.</translation>
    </message>
    <message>
      <source>{name} is not a video or picture, so it was not opened.</source>
      <translation>{name} ist weder Video noch Bild und wurde nicht geöffnet.</translation>
    </message>
    <message>
      <source>{name} is not a video, or is damaged. Copy it again, or choose another file.</source>
      <translation>{name} ist beschädigt oder kein Video. Bitte noch einmal kopieren oder eine andere Datei wählen.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} ist nicht angeschlossen.</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} ist eines von {count} nummerierten Bildern.</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} ist ein einzelnes Bild, aber die Eingabe hat mehr Bilder; für eine nummerierte Folge die Ausgabe {stem}_%04d{suffix} nennen.</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} ist ein einzelnes Bild, aber {input} hat {count} Bilder; für eine nummerierte Folge die Ausgabe {stem}_%04d{suffix} nennen.</translation>
    </message>
    <message>
      <source>{name} is saved.</source>
      <translation>{name} ist gespeichert.</translation>
    </message>
    <message>
      <source>{name} is the background now.</source>
      <translation>{name} ist jetzt der Hintergrund.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} ist {length:.2f} s lang und hat bei {start:g} s und danach kein Bild.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its last row or column repeated.</source>
      <translation>{name} braucht gerade Maße: {width}x{height} wurde als {new_width}x{new_height} geschrieben, die letzte Zeile oder Spalte wiederholt.</translation>
    </message>
    <message>
      <source>{name} needs {what}, which this computer lacks.</source>
      <translation>{name} braucht {what}, was diesem Computer fehlt.</translation>
    </message>
    <message>
      <source>{name} redirects too often without a picture</source>
      <translation>{name} leitet zu oft weiter, ohne ein Bild zu schicken</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} lehnt ab ({reason}); bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} lehnt ab ({reason}); bitte die Adresse prüfen, und Name und Passwort darin</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} schickt einen Kopf ohne Ende; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} sends an unsupported kind of video.</source>
      <translation>{name} schickt Video einer Art, die nicht unterstützt wird.</translation>
    </message>
    <message>
      <source>{name} sends compressed pictures ({coding}), which are not supported; check the address</source>
      <translation>{name} schickt komprimierte Bilder ({coding}), die nicht unterstützt werden; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} schickt kein Bild; bitte die Kamera prüfen.</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} schickt kein Video; bitte die Adresse prüfen.</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} schickt {width}x{height} Pixel, das ist kein Bild.</translation>
    </message>
    <message>
      <source>{name} stopped ({error}). {help}</source>
      <translation>{name} ist ausgefallen ({error}). {help}</translation>
    </message>
    <message>
      <source>{name} stopped because of an internal error; see the log.</source>
      <translation>{name} ist wegen eines internen Fehlers ausgefallen; Näheres steht im Protokoll.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)</source>
      <translation>{name} will die Bilder über UDP schicken; bitte auf RTP über RTSP (TCP) umstellen</translation>
    </message>
    <message>
      <source>{name} was closed. Its last picture is still shown; choose another background.</source>
      <translation>{name} wurde geschlossen. Das letzte Bild wird weiter gezeigt; bitte einen anderen Hintergrund wählen.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} wurde geschlossen; zum Weiterlesen bitte neu öffnen.</translation>
    </message>
    <message>
      <source>{name} was disconnected. Waiting for it to reconnect…</source>
      <translation>{name} ist nicht mehr verbunden. Warten auf die Verbindung…</translation>
    </message>
    <message>
      <source>{name} was interrupted by a crash. It plays, but some programs cannot open it until it is finished.</source>
      <translation>{name} wurde durch einen Absturz unterbrochen. Es lässt sich abspielen, manche Programme öffnen es aber erst nach dem Fertigstellen.</translation>
    </message>
    <message>
      <source>{name} was not found. It may have been moved or renamed.</source>
      <translation>{name} wurde nicht gefunden. Vielleicht wurde es verschoben oder umbenannt.</translation>
    </message>
    <message>
      <source>{name} was removed from the gallery.</source>
      <translation>{name} wurde aus der Galerie entfernt.</translation>
    </message>
    <message>
      <source>{name} was saved by a newer version of Backdrop; update this one to open it.</source>
      <translation>{name} stammt von einer neueren Version von Backdrop; zum Öffnen bitte diese aktualisieren.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, for every computer in your network</source>
      <translation>{name}, für jeden Computer im Netzwerk</translation>
    </message>
    <message>
      <source>{name}, for programs on this computer</source>
      <translation>{name}, für Programme auf diesem Computer</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}, {count} Threads nutzbar</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}, {memory:.0f} GiB, Compute Capability {capability}; {versions}</translation>
    </message>
    <message>
      <source>{name}: a log curve is for films that are not HDR by their own tags; leave it out.</source>
      <translation>{name}: Eine Log-Kurve ist für Filme, die laut ihren eigenen Angaben nicht HDR sind; bitte weglassen.</translation>
    </message>
    <message>
      <source>{name}: converted from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} dropped, {repeated} repeated.</source>
      <translation>{name}: von {rate:.4g} auf {new_rate:.4g} Bilder/s gebracht; ausgelassen: {dropped}, wiederholt: {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced.</source>
      <translation>{name}: Deinterlacing angewandt.</translation>
    </message>
    <message>
      <source>{name}: interlaced; both fields are processed as one frame.</source>
      <translation>{name}: interlaced; beide Halbbilder werden als ein Bild verarbeitet.</translation>
    </message>
    <message>
      <source>{name}: its HDR picture is converted to SDR, because 8 bits cannot hold it.</source>
      <translation>{name}: Das HDR-Bild wird in SDR umgewandelt, weil 8 Bit es nicht fassen.</translation>
    </message>
    <message>
      <source>{name}: its colours are in Dolby Vision's own colour space, which Backdrop does not read, so they come out wrong; convert it to HDR10 first.</source>
      <translation>{name}: Die Farben liegen im eigenen Farbraum von Dolby Vision, den Backdrop nicht liest, und werden deshalb falsch; bitte zuerst in HDR10 umwandeln.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>{name}: Der eigene Alphakanal stellt die Person nicht frei und wird deshalb mit der Matte des Modells multipliziert.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel is used instead of the model.</source>
      <translation>{name}: Der eigene Alphakanal wird anstelle des Modells verwendet.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, too high for a film; number them from 1 on.</source>
      <translation>{name}: Die Bilder sind bis {number} nummeriert, zu hoch für einen Film; bitte ab 1 nummerieren.</translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name}: Der Videocodec ist hier unbekannt; bitte zuerst in H.264 umwandeln.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with {bits} bits.</source>
      <translation>{name}: Das {depth}-Bit-Bild wird mit {bits} Bit verarbeitet.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name}: Keines der Bilder lässt sich decodieren ({count} beschädigt); bitte die Datei noch einmal kopieren.</translation>
    </message>
    <message>
      <source>{name}: rotated as the file specifies.</source>
      <translation>{name}: gedreht, wie die Datei es verlangt.</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name}: aufrecht gedreht, {width}x{height}.</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name}: von {width}x{height} auf {new_width}x{new_height} skaliert.</translation>
    </message>
    <message>
      <source>{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or matte; plus any text</source>
      <translation>{name}: Quelldatei, {background}, {date}, {time}, {content}: backdrop, cutout oder matte; dazu beliebiger Text</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} decodes this video faster.</source>
      <translation>{name}: Es wird probiert, ob {card} dieses Video schneller decodiert.</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} encodes this video faster.</source>
      <translation>{name}: Es wird probiert, ob {card} dieses Video schneller codiert.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the alpha channel of {n} frames is damaged or missing; they show only the background.</source>
      <extracomment>n = 1: {name}: the alpha channel of 1 frame is damaged or missing; it shows only the background.</extracomment>
      <translation>
        <numerusform>{name}: In {n} Bild ist der eigene Alphakanal beschädigt oder fehlt; dort wurde nur der Hintergrund gezeigt.</numerusform>
        <numerusform>{name}: In {n} Bildern ist der eigene Alphakanal beschädigt oder fehlt; dort wurde nur der Hintergrund gezeigt.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the first pass could not learn the room, because the camera moves or the person never uncovers it.</source>
      <translation>{name}: Im ersten Durchgang ließ sich der Raum nicht lernen, weil die Kamera sich bewegt oder die Person ihn nie freigibt.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the first pass learnt {known:.0%} of the main room of {n}.</source>
      <extracomment>n = 1: {name}: the first pass learnt {known:.0%} of the room behind the person.</extracomment>
      <translation>
        <numerusform>{name}: Im ersten Durchgang wurden {known:.0%} des Raums hinter der Person gelernt.</numerusform>
        <numerusform>{name}: Im ersten Durchgang wurden {known:.0%} des wichtigsten von {n} Räumen gelernt.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name}: Die Eingabe {refused}, oder eine .png schreiben.</translation>
    </message>
    <message>
      <source>{name}: the light levels of its single frames ({what}) are not kept, because they describe the pictures as they were; players use those of the whole film.</source>
      <translation>{name}: Die Helligkeitsangaben zu einzelnen Bildern ({what}) bleiben nicht erhalten, weil sie die ursprünglichen Bilder beschreiben; Abspielprogramme richten sich nach denen des ganzen Films.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name}: Der Teil von {start} s bis {end} s ist leer; das Ende muss nach dem Anfang kommen.</translation>
    </message>
    <message>
      <source>{name}: the requested size {refused}.</source>
      <translation>{name}: Die gewünschte Größe {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: timestamps jump at {n} places; the gaps were closed.</source>
      <extracomment>n = 1: {name}: timestamps jump at 1 place; the gap was closed.</extracomment>
      <translation>
        <numerusform>{name}: Die Zeitstempel springen an 1 Stelle; die Lücke wurde geschlossen.</numerusform>
        <numerusform>{name}: Die Zeitstempel springen an {n} Stellen; die Lücken wurden geschlossen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} number is missing; its time is kept.</extracomment>
      <translation>
        <numerusform>{name}: {n} Nummer fehlt; ihre Zeit bleibt erhalten.</numerusform>
        <numerusform>{name}: {n} Nummern fehlen; ihre Zeit bleibt erhalten.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {reason}.</source>
      <translation>{name}: {reason}.</translation>
    </message>
    <message>
      <source>{name}: {words}</source>
      <translation>{name}: {words}</translation>
    </message>
    <message>
      <source>{name}; Enter to accept, Escape to cancel</source>
      <translation>{name}; Eingabe übernimmt, Esc bricht ab</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop them, the finished parts are kept, and you can start them again next time.</source>
      <extracomment>n = 1: An export is not finished. If you stop it, the finished part is kept, and you can start it again next time.</extracomment>
      <translation>
        <numerusform>Ein Export ist nicht fertig. Beim Beenden bleibt der fertige Teil erhalten; beim nächsten Start kann er neu begonnen werden.</numerusform>
        <numerusform>{n} Exporte sind nicht fertig. Beim Beenden bleiben die fertigen Teile erhalten; beim nächsten Start können sie neu begonnen werden.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports from last time are unfinished.</source>
      <extracomment>n = 1: An export from last time is unfinished.</extracomment>
      <translation>
        <numerusform>Ein Export vom letzten Mal ist unvollendet.</numerusform>
        <numerusform>{n} Exporte vom letzten Mal sind unvollendet.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} fehlgeschlagen</numerusform>
        <numerusform>{n} fehlgeschlagen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} Bild</numerusform>
        <numerusform>{n} Bilder</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames dropped</source>
      <extracomment>n = 1: {n} frame dropped</extracomment>
      <translation>
        <numerusform>{n} Bild verloren</numerusform>
        <numerusform>{n} Bilder verloren</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were dropped: the disk or this computer was too slow.</source>
      <extracomment>n = 1: {n} frame was dropped: the disk or this computer was too slow.</extracomment>
      <translation>
        <numerusform>{n} Bild ging verloren: Der Datenträger oder der Computer war langsam.</numerusform>
        <numerusform>{n} Bilder gingen verloren: Der Datenträger oder der Computer war langsam.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>{n} in diesem Bild</numerusform>
        <numerusform>{n} in diesem Bild</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this video</source>
      <extracomment>n = 1: {n} in this video</extracomment>
      <translation>
        <numerusform>{n} in diesem Video</numerusform>
        <numerusform>{n} in diesem Video</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} programs are connected.</source>
      <extracomment>n = 1: {n} program is connected.</extracomment>
      <translation>
        <numerusform>{n} Programm ist verbunden.</numerusform>
        <numerusform>{n} Programme sind verbunden.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>{n} Prozess</numerusform>
        <numerusform>{n} Prozesse</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s delay</source>
      <translation>{pace}, {time:.1f} s Verzögerung</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>{path} ist inzwischen aufgetaucht und wurde nicht ersetzt</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} lässt sich nicht zusammenfügen: {name} enthält {found} Bilder statt {expected}; bitte neu beginnen</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} lässt sich nicht zusammenfügen: {name} wurde von einer anderen Version des Encoders codiert als die Abschnitte davor; bitte auf jedem Computer dieselben Pakete installieren und neu beginnen</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} kann nicht geschrieben werden, den Ordner {folder} gibt es nicht; bitte zuerst anlegen.</translation>
    </message>
    <message>
      <source>{path} cannot be written: no permission to write to {folder}.</source>
      <translation>{path} kann nicht geschrieben werden: keine Schreibberechtigung für {folder}.</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} konnte nicht abgeschlossen werden ({reason}); bitte Platz schaffen oder den Datenträger prüfen</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} konnte nicht geschrieben werden ({reason}); bitte Datenträger und Namen prüfen.</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} konnte nicht geschrieben werden ({reason}); bitte einen Ordner wählen, in den geschrieben werden darf.</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} konnte nicht geschrieben werden, der Datenträger ist voll ({reason}); bitte Platz schaffen.</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} konnte nicht geschrieben werden, den Ordner {folder} gibt es nicht; bitte zuerst anlegen.</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} konnte nicht geschrieben werden: {reason}; bitte einen anderen Codec oder eine andere Größe wählen.</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} gibt es nicht; bitte den Pfad prüfen.</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} endet vor der ersten Sekunde; es gibt kein Bild</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} gibt es schon; bitte einen anderen Namen wählen oder das Ersetzen verlangen</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} gibt es schon; bitte einen anderen Namen wählen oder das Ersetzen erlauben (--overwrite).</translation>
    </message>
    <message numerus="yes">
      <source>{path} holds no video and no picture, only {n} other files; choose a folder with videos ({videos}) or pictures ({pictures}).</source>
      <extracomment>n = 1: {path} holds no video and no picture, only 1 other file; choose a folder with videos ({videos}) or pictures ({pictures}).</extracomment>
      <translation>
        <numerusform>{path} enthält weder Video noch Bild, nur 1 andere Datei; bitte einen Ordner mit Videos ({videos}) oder Bildern ({pictures}) wählen.</numerusform>
        <numerusform>{path} enthält weder Video noch Bild, nur {n} andere Dateien; bitte einen Ordner mit Videos ({videos}) oder Bildern ({pictures}) wählen.</numerusform>
      </translation>
    </message>
    <message>
      <source>{path} holds no video and no picture; choose a folder with some.</source>
      <translation>{path} enthält weder Video noch Bild; bitte einen Ordner mit solchen wählen.</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} enthält {duration:.1f} s</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} enthält {duration:.1f} s, und {name} wurde nicht ersetzt</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} ist ein Ordner; bitte eine Videodatei nennen oder ihn als Ordner verarbeiten.</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} ist ein Ordner; bitte den Namen einer Datei darin angeben</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} ist ein Ordner; bitte eine Datei darin nennen.</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} ist eine Pipe oder ein Gerät; bitte den Namen einer gewöhnlichen Datei angeben</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} ist eine Pipe oder ein Gerät; bitte eine gewöhnliche Datei nennen.</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>{path} wird gerade von einem anderen Programm abgeschlossen; bitte darauf warten</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} wird gerade aufgenommen; bitte zuerst diese Aufnahme beenden</translation>
    </message>
    <message>
      <source>{path} is not an interrupted recording; there is nothing to do</source>
      <translation>{path} ist keine unterbrochene Aufnahme; es ist nichts zu tun</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} wird nicht aufgenommen: Das Livebild ist zu Ende, es gibt nichts aufzunehmen; bitte zuerst eine Kamera oder eine Datei wählen</translation>
    </message>
    <message>
      <source>{path} is not named like a project; end it in .backdrop.</source>
      <translation>{path} heißt nicht wie ein Projekt; der Name muss auf .backdrop enden.</translation>
    </message>
    <message>
      <source>{path} is the background and cannot be overwritten; choose another name</source>
      <translation>{path} ist der Hintergrund und kann nicht überschrieben werden; bitte einen anderen Namen wählen</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} darf nicht gelesen werden; bitte die Berechtigungen prüfen.</translation>
    </message>
    <message>
      <source>{path} was interrupted; it plays</source>
      <translation>{path} wurde unterbrochen und lässt sich abspielen</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture. Choose a camera or a file, and try again.</source>
      <translation>{path} wurde nicht gespeichert: Es gab kein Bild mehr. Bitte eine Kamera oder eine Datei wählen und noch einmal versuchen.</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} wurde nicht geschrieben: Kein einziges Bild war fertig.</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} wurde nicht geschrieben: Es gab kein Bild.</translation>
    </message>
    <message>
      <source>{path} was removed: {what}</source>
      <translation>{path} wurde entfernt: {what}</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path}: Eine Aufnahme ist eine MP4-Datei; der Name sollte auf .mp4 enden</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path}: Dort sind weniger als {size} MB frei; bitte Platz schaffen oder auf einen anderen Datenträger aufnehmen</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path}: Den Ordner {folder} gibt es nicht; bitte zuerst anlegen</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path}: Die Grafikkarte codiert nicht mehr ({error}); bitte noch einmal in Software versuchen (--encoder software).</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path}: {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern}: Ein Bild mit solchem Namen, etwa {example}, gibt es nicht; bitte Ordner und Muster prüfen.</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} Bilder/s</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} Bilder/s</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} Bilder/s</translation>
    </message>
    <message>
      <source>{ready} of {total}, {seconds}</source>
      <translation>{ready} von {total}, {seconds}</translation>
    </message>
    <message>
      <source>{scheme}:// is not a camera address; expected {expected}</source>
      <translation>{scheme}:// ist keine Kameraadresse; möglich sind {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to locate it.</source>
      <translation>{sentence}
Klicken, um die Datei zu suchen.</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence}; das Ergebnis liegt im Ordner {name}.</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence}; das Ergebnis ist {name}.</translation>
    </message>
    <message>
      <source>{size:.1f} MB left by an interrupted job for {path}</source>
      <translation>{size:.1f} MB, die ein abgebrochener Auftrag für {path} hinterließ</translation>
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
      <translation>{size} frei</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}, {rate:g} Bilder/s</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}, {rate:g} Bilder/s, künstlich</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} zählt in Millisekunden: Die Zeiten wurden darauf gerundet.</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} ist nicht angeschlossen, deshalb läuft das Beispiel.</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>{time:.0f} ms Verzögerung</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{time:.1f} ms je Bild von {size} auf {device} (Netz mit {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>noch {time} min</translation>
    </message>
    <message>
      <source>{time} ms</source>
      <translation>{time} ms</translation>
    </message>
    <message>
      <source>{time} s</source>
      <translation>{time} s</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>noch {time} s</translation>
    </message>
    <message>
      <source>{tip}
Double-click or Delete resets it.</source>
      <translation>{tip}
Ein Doppelklick oder Entf setzt zurück.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Abschnitt {title}</translation>
    </message>
    <message>
      <source>{trouble}. Gave up after three attempts; enter the address with the right name and password.</source>
      <translation>{trouble}. Nach drei Versuchen aufgegeben; bitte die Adresse mit richtigem Namen und Passwort eingeben.</translation>
    </message>
    <message>
      <source>{trouble}. Retrying until it works.</source>
      <translation>{trouble}. Es wird weiter versucht, bis es geht.</translation>
    </message>
    <message>
      <source>{what} ({error}).</source>
      <translation>{what} ({error}).</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error}). {help}</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} auf {where}</translation>
    </message>
    <message>
      <source>{what} redirects too often ({count} connections) without a picture; check the address</source>
      <translation>{what} leitet zu oft weiter ({count} Verbindungen), ohne ein Bild zu schicken; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture, so it is not a working camera; check the address</source>
      <translation>{what} hat {size} MB ohne Bild geschickt, ist also keine funktionierende Kamera; bitte die Adresse prüfen</translation>
    </message>
    <message>
      <source>{what}, {start} to {end}</source>
      <translation>{what}, {start} bis {end}</translation>
    </message>
    <message>
      <source>{what}, {time}</source>
      <translation>{what}, {time}</translation>
    </message>
    <message>
      <source>{what}. {help}</source>
      <translation>{what}. {help}</translation>
    </message>
    <message>
      <source>{what}; the old file is kept as {name}.</source>
      <translation>{what}; die alte Datei bleibt als {name} erhalten.</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: check {path}.</source>
      <translation>{what}; sie lassen sich nicht speichern: bitte {path} prüfen.</translation>
    </message>
    <message>
      <source>{word} is not a placeholder. Use {known}.</source>
      <translation>{word} ist kein Platzhalter. Möglich sind {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>„{title}“</translation>
    </message>
  </context>
</TS>
