<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 is a hard edge; 100 keeps the finest hair.</source>
      <translation>0 corta en seco; 100 conserva el pelo más fino.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 imagen</translation>
    </message>
    <message>
      <source>95th percentile: 95 % of frames are faster than this</source>
      <translation>Percentil 95: el 95 % de las imágenes son más rápidas</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>Una carpeta de diapositivas…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>Una carpeta o una secuencia numerada…</translation>
    </message>
    <message>
      <source>A global shortcut needs Ctrl or Alt; {key} alone would be blocked in every program.</source>
      <translation>Un atajo global necesita Control o Alt; {key} a secas quedaría bloqueada en todos los programas.</translation>
    </message>
    <message>
      <source>A matte would get the name of another file. Change the name pattern.</source>
      <translation>Una máscara tendría el nombre de otro archivo. Cambie el patrón de nombres.</translation>
    </message>
    <message>
      <source>A picture of the empty room gives a cleaner cut-out. It never leaves this computer.</source>
      <translation>Una imagen de la habitación vacía mejora el recorte. Nunca sale de este ordenador.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Hay una grabación en curso. Se terminará y se conservará.</translation>
    </message>
    <message>
      <source>A screen can be the background only live. Choose another background.</source>
      <translation>Una pantalla solo puede ser el fondo en directo. Elija otro fondo.</translation>
    </message>
    <message>
      <source>A six-second sample clip</source>
      <translation>Un clip de ejemplo de seis segundos</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) of {count} channels was mixed to stereo; a .mkv keeps them all.</source>
      <translation>Una pista de sonido ({codec}) de {count} canales se mezcló a estéreo; un .mkv los conserva todos.</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista de audio ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista de subtítulos ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Se omitió una pista de tipo {kind} ({codec}): este tipo de archivo no puede contenerla.</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>Una ventana</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Acerca de</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>Acerca de Backdrop</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>Aproximadamente la mitad del tamaño</translation>
    </message>
    <message>
      <source>About twice the size, best quality</source>
      <translation>Aproximadamente el doble de tamaño, la mejor calidad</translation>
    </message>
    <message>
      <source>Actual size (100 %)</source>
      <translation>Tamaño real (100 %)</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>Añadir fondos</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>Añadir imágenes o vídeos</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>Dirección</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Dirección de una cámara de red</translation>
    </message>
    <message>
      <source>Adds a soft shadow of the person to the background.</source>
      <translation>Añade una sombra suave de la persona sobre el fondo.</translation>
    </message>
    <message>
      <source>After</source>
      <translation>Después</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Todos los archivos</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>Permitir {host} hasta que se cierre esta ventana</translation>
    </message>
    <message>
      <source>Alpha as a greyscale video, for editing programs</source>
      <translation>Alfa como vídeo en escala de grises, para programas de edición</translation>
    </message>
    <message>
      <source>Always keep</source>
      <translation>Conservar siempre</translation>
    </message>
    <message>
      <source>Always kept. Drag the corners to adjust the outline.</source>
      <translation>Se conserva siempre. Arrastre las esquinas para ajustar el contorno.</translation>
    </message>
    <message>
      <source>Always kept. Wrong object? Click it again.</source>
      <translation>Se conserva siempre. ¿No es el objeto? Vuelva a hacer clic.</translation>
    </message>
    <message>
      <source>Always replace</source>
      <translation>Sustituir siempre</translation>
    </message>
    <message>
      <source>An area needs three points or more.</source>
      <translation>Una zona necesita tres puntos o más.</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>Una flecha</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>Hay una exportación en curso: {share:.0%} hecho</translation>
    </message>
    <message>
      <source>Another video track ({codec}) was left out: one of each film is processed.</source>
      <translation>Se omitió otra pista de vídeo ({codec}): de cada película se procesa una.</translation>
    </message>
    <message>
      <source>Any free port</source>
      <translation>Puerto libre</translation>
    </message>
    <message>
      <source>Any graphics card</source>
      <translation>Cualquier tarjeta gráfica</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>Zonas de la imagen</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>Zonas…</translation>
    </message>
    <message>
      <source>Arrow keys move the person, with Shift farther.</source>
      <translation>Las flechas mueven a la persona; con Mayús, más lejos.</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Como en la ventana</translation>
    </message>
    <message>
      <source>Assign other keys</source>
      <translation>Asignar otras teclas</translation>
    </message>
    <message>
      <source>Audio</source>
      <translation>Audio</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Aurora</translation>
    </message>
    <message>
      <source>Auto-framing</source>
      <translation>Encuadre automático</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automático</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>Automático ({choice})</translation>
    </message>
    <message>
      <source>Averages the matte with that of the mirrored frame: fewer mistakes with Fast, up to twice the time</source>
      <translation>Promedia la máscara con la de la imagen reflejada: menos errores con «Rápido», hasta el doble de tiempo</translation>
    </message>
    <message>
      <source>Back to the full window (F10)</source>
      <translation>Volver a la ventana completa (F10)</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Volver a la imagen (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop se cerrará cuando terminen las exportaciones.</translation>
    </message>
    <message>
      <source>Backdrop ran into an unexpected error. If it happens again, restart it. Log file: {log_path}</source>
      <translation>Backdrop ha tenido un error inesperado. Si se repite, reinícielo. Registro: {log_path}</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>El código, los modelos y las imágenes propios de Backdrop están bajo la licencia MIT.</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>Fondo</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>Color de fondo</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>Fondo {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>El fondo {name} no se puede leer ({reason}); elija otro.</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>El fondo {name} no tiene ninguna página que se pueda mostrar: está dañado, vacío o no es un PDF; exporte otra vez las diapositivas.</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>El fondo {name} tiene {size:.1f} GiB, y un PDF puede tener {most}; guárdelo con imágenes más pequeñas.</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>El fondo {name} es una carpeta sin imágenes; exporte en ella las diapositivas como imágenes, o indique una imagen o un vídeo.</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>El fondo {name} está dañado: algunas imágenes no se pueden decodificar enteras; si puede, copie otra vez el archivo.</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>El fondo {name} está protegido con una contraseña; guárdelo sin ella y elija ese.</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>El fondo {name} {error}.</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>Fondo {name}: la página {page} no se puede mostrar ({why}); exporte otra vez las diapositivas.</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>Equilibrado</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>Antes</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>Antes y después, para archivos (V)</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Óptimo</translation>
    </message>
    <message>
      <source>Best (hardly slower)</source>
      <translation>Óptimo (apenas más)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f}x slower)</source>
      <translation>Óptimo ({ratio:.0f}x más lento)</translation>
    </message>
    <message>
      <source>Best available</source>
      <translation>La mejor disponible</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Desenfoque</translation>
    </message>
    <message>
      <source>Blur my background</source>
      <translation>Desenfocar mi fondo</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>Fuerza del desenfoque</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>Bokeh</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>Librería</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>Ambos</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>Brillo</translation>
    </message>
    <message>
      <source>Browse</source>
      <translation>Examinar</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>Ejemplo incluido</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>Ejemplo incluido, como cámara</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>Cámara o archivo</translation>
    </message>
    <message>
      <source>Camera or file to show</source>
      <translation>Cámara o archivo que se muestra</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>Resolución y frecuencia de la cámara</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>La cámara {index} no se puede abrir; cierre los programas que la usen.</translation>
    </message>
    <message>
      <source>Camera {name} disconnected: {trouble}. Only the background is shown until it is back.</source>
      <translation>Cámara {name} desconectada: {trouble}. Hasta que vuelva, solo se muestra el fondo.</translation>
    </message>
    <message>
      <source>Camera {name} shows no picture yet: {sentence}</source>
      <translation>La cámara {name} aún no muestra nada: {sentence}</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>Cámaras</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Cancelar</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>Cancelar esta exportación</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>Cancelada</translation>
    </message>
    <message>
      <source>Cancelled. The finished part is kept</source>
      <translation>Cancelada. Se conserva la parte terminada</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Cancelando…</translation>
    </message>
    <message>
      <source>Capture the empty room for a cleaner cut-out</source>
      <translation>Capturar la habitación vacía para un recorte más limpio</translation>
    </message>
    <message>
      <source>Change it if another program uses this port; 0 takes a free one</source>
      <translation>Cámbielo si otro programa usa este puerto; 0 elige uno libre</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Cambiar teclas…</translation>
    </message>
    <message>
      <source>Checking this computer and timing the models…</source>
      <translation>Comprobando el ordenador y midiendo los modelos…</translation>
    </message>
    <message>
      <source>Checking this computer first…</source>
      <translation>Comprobando primero este ordenador…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>Elija una cámara o un archivo</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>Elegir un archivo</translation>
    </message>
    <message>
      <source>Choose a video, photo or camera</source>
      <translation>Elija un vídeo, una foto o una cámara</translation>
    </message>
    <message>
      <source>Choose backgrounds, presets and slides, record and mute from other programs. They need the token; other computers cannot connect.</source>
      <translation>Elija fondos, preajustes y diapositivas, grabe y silencie desde otros programas. Necesitan el token; otros ordenadores no pueden conectarse.</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Elegir adónde van las grabaciones</translation>
    </message>
    <message>
      <source>Choose where to save the file.</source>
      <translation>Elija dónde guardar el archivo.</translation>
    </message>
    <message>
      <source>Choose “{device}” as the camera in the other program.</source>
      <translation>Elija «{device}» como cámara en el otro programa.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>Elegidos</translation>
    </message>
    <message>
      <source>Chosen person</source>
      <translation>Persona elegida</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Verde croma</translation>
    </message>
    <message>
      <source>Clear In and Out</source>
      <translation>Quitar entrada y salida</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Borrar todo</translation>
    </message>
    <message>
      <source>Click a key, then press a new one. Global shortcuts are at the end.</source>
      <translation>Haga clic en una tecla y pulse otra nueva. Los atajos globales están al final.</translation>
    </message>
    <message>
      <source>Click an object such as a microphone or a chair, or draw around it: it is always kept</source>
      <translation>Haga clic en un objeto, como un micrófono o una silla, o rodéelo: se conserva siempre</translation>
    </message>
    <message>
      <source>Click an object to keep it, such as a microphone or a chair, or draw around it.</source>
      <translation>Haga clic en un objeto para conservarlo, como un micrófono o una silla, o rodéelo.</translation>
    </message>
    <message>
      <source>Click everyone who stays. All others are removed.</source>
      <translation>Haga clic en todos los que se quedan. Los demás se quitan.</translation>
    </message>
    <message>
      <source>Click or drag to seek; arrow keys step one second</source>
      <translation>Haga clic o arrastre para buscar; las flechas avanzan un segundo</translation>
    </message>
    <message>
      <source>Click others who stay, or a mark to take it back.</source>
      <translation>Haga clic en otros que se quedan, o en una marca para quitarla.</translation>
    </message>
    <message>
      <source>Click people in the picture who stay; all others are removed</source>
      <translation>Haga clic en las personas de la imagen que se quedan; las demás se quitan</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>Haga clic y pulse otra tecla para: {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Cerrar</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>¿Cerrar Backdrop?</translation>
    </message>
    <message>
      <source>Close the cut-out (Esc)</source>
      <translation>Cerrar el recorte (Esc)</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Cerrar al terminar</translation>
    </message>
    <message>
      <source>Close without exporting (Esc)</source>
      <translation>Cerrar sin exportar (Esc)</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Códec</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>Orden</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Comparar</translation>
    </message>
    <message>
      <source>Compression of the video</source>
      <translation>Compresión del vídeo</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Conectar</translation>
    </message>
    <message>
      <source>Container of the file</source>
      <translation>Contenedor del archivo</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Copiado</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Copiado.</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Copiar</translation>
    </message>
    <message>
      <source>Copy all audio tracks</source>
      <translation>Copiar todas las pistas de audio</translation>
    </message>
    <message>
      <source>Copy report</source>
      <translation>Copiar el informe</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>Copiar la dirección</translation>
    </message>
    <message>
      <source>Copy the token</source>
      <translation>Copiar el token</translation>
    </message>
    <message>
      <source>Copy this command</source>
      <translation>Copiar esta orden</translation>
    </message>
    <message>
      <source>Custom colour</source>
      <translation>Color personalizado</translation>
    </message>
    <message>
      <source>Custom colour {colour}</source>
      <translation>Color personalizado {colour}</translation>
    </message>
    <message>
      <source>Cut-out</source>
      <translation>Recorte</translation>
    </message>
    <message>
      <source>Cut-out on the desktop</source>
      <translation>Recorte en el escritorio</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Oscuro</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>Oscurece o aclara el nuevo fondo.</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>Luz de día</translation>
    </message>
    <message>
      <source>Default quality of the codec</source>
      <translation>Calidad habitual del códec</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>Desentrelazar</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>Retardo, 95 %</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>Retardo, mediana</translation>
    </message>
    <message>
      <source>Delete removes this stroke; the marks below the seek bar trim its reach.</source>
      <translation>Supr elimina este trazo; las marcas bajo la línea de tiempo acortan su alcance.</translation>
    </message>
    <message>
      <source>Delete the learnt room</source>
      <translation>Borrar la habitación aprendida</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Eliminar este preajuste</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Detalles</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Dispositivo</translation>
    </message>
    <message>
      <source>Dismiss</source>
      <translation>Descartar</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>No cerrar (Intro, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>No conectar</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>No grabar todavía (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>No guardar</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Listo</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>Listo, a {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>Drag a box around yourself. Everything outside it is replaced.</source>
      <translation>Arrastre un recuadro a su alrededor. Todo lo de fuera se sustituye.</translation>
    </message>
    <message>
      <source>Drag a box: everything outside it is replaced</source>
      <translation>Arrastre un recuadro: todo lo de fuera se sustituye</translation>
    </message>
    <message>
      <source>Drag in the picture</source>
      <translation>Arrastrar en la imagen</translation>
    </message>
    <message>
      <source>Drag it, or use the arrow keys
Double-click or Delete undoes it.</source>
      <translation>Arrástrelo o use las teclas de flecha
Doble clic o Supr lo deshace.</translation>
    </message>
    <message>
      <source>Draw around an area: everything in it is replaced</source>
      <translation>Rodee una zona: todo lo que contiene se sustituye</translation>
    </message>
    <message>
      <source>Draw around anything that should always be replaced.</source>
      <translation>Rodee lo que siempre deba sustituirse.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands whose edge is too hard.</source>
      <translation>Rodee el pelo o las manos rápidas cuyo borde sea demasiado duro.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands: edges in it become gradual</source>
      <translation>Rodee el pelo o las manos rápidas: los bordes se suavizan</translation>
    </message>
    <message>
      <source>Drop projects to export them</source>
      <translation>Suelte proyectos para exportarlos</translation>
    </message>
    <message>
      <source>Drop to add to the backgrounds</source>
      <translation>Suelte para añadir a los fondos</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Suelte para abrir</translation>
    </message>
    <message>
      <source>Drop to use as the background</source>
      <translation>Suelte para usar como fondo</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>Descartadas</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>Atardecer</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>Suavidad del borde</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>Recorte del borde</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>Codificadores</translation>
    </message>
    <message>
      <source>End of the mark</source>
      <translation>Fin de la marca</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Cálculo</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>Error</translation>
    </message>
    <message>
      <source>Estimate for this computer: {size}, {duration}</source>
      <translation>Estimación para este ordenador: {size}, {duration}</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>Todos</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportar</translation>
    </message>
    <message>
      <source>Export a second, deinterlaced file</source>
      <translation>Exportar un segundo archivo, desentrelazado</translation>
    </message>
    <message>
      <source>Export again with the same settings</source>
      <translation>Volver a exportar con los mismos ajustes</translation>
    </message>
    <message>
      <source>Export all</source>
      <translation>Exportar todo</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>Exportar todos los archivos</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Exportar todo…</translation>
    </message>
    <message>
      <source>Export every file in the list (Ctrl+Shift+E)</source>
      <translation>Exportar todos los archivos de la lista (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Export failed: {message}</source>
      <translation>La exportación falló: {message}</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>Exportación de {name}</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>Exportar este archivo</translation>
    </message>
    <message>
      <source>Export this file with its new background (Ctrl+E)</source>
      <translation>Exportar este archivo con su nuevo fondo (Ctrl+E)</translation>
    </message>
    <message>
      <source>Export time on this computer: {duration}</source>
      <translation>Tiempo de exportación en este ordenador: {duration}</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>Exportar {name}</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>Exportar {n} archivo</numerusform>
        <numerusform>Exportar {n} archivos</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>Exportaciones</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportar…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Ha fallado</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Rápido</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>Tamaño de archivo</translation>
    </message>
    <message>
      <source>Files are exported one at a time: {reason}</source>
      <translation>Los archivos se exportan de uno en uno: {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Entretanto aparecieron archivos con el nombre {path} y no se reemplazaron</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Llenar</translation>
    </message>
    <message>
      <source>Fill the frame and crop the edges</source>
      <translation>Llenar la imagen y recortar los bordes</translation>
    </message>
    <message>
      <source>Finding its outline…</source>
      <translation>Buscando su contorno…</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>Terminar y cerrar</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>Terminar las exportaciones y cerrar</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>Terminar esta grabación</translation>
    </message>
    <message>
      <source>Finished frames per second</source>
      <translation>Imágenes terminadas por segundo</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Terminando el archivo…</translation>
    </message>
    <message>
      <source>First frame number</source>
      <translation>Número de la primera imagen</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Encajar</translation>
    </message>
    <message>
      <source>Fit to window</source>
      <translation>Ajustar a la ventana</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Ajuste, desenfoque y brillo del fondo</translation>
    </message>
    <message>
      <source>Following the strokes: {share}</source>
      <translation>Siguiendo los trazos: {share}</translation>
    </message>
    <message>
      <source>Following the strokes…</source>
      <translation>Siguiendo los trazos…</translation>
    </message>
    <message>
      <source>For a Stream Deck or your own scripts; off by default</source>
      <translation>Para un Stream Deck o sus propios scripts; desactivado al principio</translation>
    </message>
    <message>
      <source>For flat, ungraded footage: the person is found in a picture with contrast. The video itself stays as it is</source>
      <translation>Para grabaciones planas, sin etalonar: la persona se busca en una imagen con contraste. El vídeo en sí no cambia</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Olvidar</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>Formato</translation>
    </message>
    <message>
      <source>Frame rate</source>
      <translation>Frecuencia de imagen</translation>
    </message>
    <message>
      <source>Frame rate and detail are lowered automatically when this computer is busy</source>
      <translation>La frecuencia y el detalle bajan automáticamente cuando el ordenador está ocupado</translation>
    </message>
    <message>
      <source>Frames are repeated or dropped; the audio stays in sync</source>
      <translation>Se repiten u omiten imágenes; el audio sigue sincronizado</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>Imágenes recibidas</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>Las imágenes nunca salen de este ordenador.</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>Imágenes listas</translation>
    </message>
    <message>
      <source>Frames per second from the source</source>
      <translation>Imágenes por segundo de la fuente</translation>
    </message>
    <message>
      <source>Frames skipped because a newer one was ready</source>
      <translation>Imágenes omitidas porque ya había otra más reciente</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>De la captura a la imagen terminada</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>Completa</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>De nuevo calidad completa.</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Pantalla completa</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>Pantalla completa (F11)</translation>
    </message>
    <message>
      <source>Global: also while another program is in front</source>
      <translation>Global: también con otro programa delante</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>Gráficos</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>Tarjeta gráfica (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphics card (any)</source>
      <translation>Tarjeta gráfica (cualquiera)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Grafito</translation>
    </message>
    <message>
      <source>Hardware and software found</source>
      <translation>Hardware y software encontrados</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Mostrar u ocultar el panel lateral</translation>
    </message>
    <message>
      <source>Hide the exports</source>
      <translation>Ocultar las exportaciones</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Ocultar tiempo</translation>
    </message>
    <message>
      <source>Higher values trim closer to the person.</source>
      <translation>Los valores altos recortan más cerca de la persona.</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Colinas</translation>
    </message>
    <message>
      <source>Hold to show the original (O)</source>
      <translation>Mantener pulsado para ver el original (O)</translation>
    </message>
    <message>
      <source>How many files are exported at the same time</source>
      <translation>Cuántos archivos se exportan a la vez</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Cómo se ajusta el fondo</translation>
    </message>
    <message>
      <source>In</source>
      <translation>Entrada</translation>
    </message>
    <message>
      <source>In point</source>
      <translation>Punto de entrada</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>En la esquina</translation>
    </message>
    <message>
      <source>In: {time}. Drag, or use the arrow keys ([ sets it here)
Double-click or Delete clears it.</source>
      <translation>Entrada: {time}. Arrastre, o use las flechas ([ la pone aquí)
Doble clic o Supr la quita.</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>Información</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>Instale OBS Studio 26 o posterior, que trae OBS Virtual Camera, o Unity Capture, y reinicie este programa.</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>Instale OBS Studio 30 o posterior, inicie una vez su cámara virtual, permita la extensión en los ajustes del sistema y reinicie este programa.</translation>
    </message>
    <message>
      <source>Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other programs that send to it, and switch it on again.</source>
      <translation>Instale Unity Capture (github.com/schellingb/UnityCapture: ejecute Install.bat), cierre los otros programas que lo usen y vuelva a activarlo.</translation>
    </message>
    <message>
      <source>Install the optional package first: {command}</source>
      <translation>Instale antes el paquete opcional: {command}</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: {install}), then run: {command}</source>
      <translation>Instale el módulo del núcleo v4l2loopback (Debian y Ubuntu: {install}) y ejecute: {command}</translation>
    </message>
    <message>
      <source>Internal error while {doing} ({error}); see the log. Try again, and report it if it happens again.</source>
      <translation>Error interno ({doing}: {error}); vea el registro. Vuelva a intentarlo y, si se repite, comuníquelo.</translation>
    </message>
    <message>
      <source>It needs the frames ahead, which are switched off.</source>
      <translation>Necesita las imágenes siguientes, que están desactivadas.</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Su máscara es {name}, al lado.</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>Imágenes JPEG</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>Conservar</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Conservar a todas las personas de la imagen</translation>
    </message>
    <message>
      <source>Keep audio</source>
      <translation>Conservar el audio</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Seguir</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Conservar solo a la persona más grande</translation>
    </message>
    <message>
      <source>Keeps you centred and close, as a camera operator does</source>
      <translation>Le mantiene centrado y cerca, como lo haría un operador de cámara</translation>
    </message>
    <message>
      <source>Kept by a stroke</source>
      <translation>Conservado por un trazo</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>Teclado</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Atajos de teclado</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Teclas</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Idioma</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>Grande</translation>
    </message>
    <message>
      <source>Large model: finer edges and hair, fewer mistakes</source>
      <translation>Modelo grande: bordes y pelo más finos, menos errores</translation>
    </message>
    <message>
      <source>Largest</source>
      <translation>La mayor</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>La mayor</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>Aprender de nuevo</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>Aprender mi habitación</translation>
    </message>
    <message>
      <source>Learn the room automatically</source>
      <translation>Aprender la habitación automáticamente</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Aprendiendo la habitación: {share:.0%}</translation>
    </message>
    <message>
      <source>Learns the parts of the room that you uncover as you move</source>
      <translation>Aprende las partes de la habitación que descubre al moverse</translation>
    </message>
    <message>
      <source>Learnt room</source>
      <translation>Habitación aprendida</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Restos</translation>
    </message>
    <message>
      <source>Let clicks through (the More menu ends it)</source>
      <translation>Dejar pasar los clics (se desactiva en el menú Más)</translation>
    </message>
    <message>
      <source>Let clicks through the cut-out</source>
      <translation>Dejar pasar los clics a través del recorte</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Licencia</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>Licencias</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Claro</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>Lo bastante ligero para cualquier ordenador sin tarjeta gráfica.</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>Halo de luz</translation>
    </message>
    <message>
      <source>Log curve of the camera</source>
      <translation>Curva logarítmica de la cámara</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Aspecto</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Buscando una cámara…</translation>
    </message>
    <message>
      <source>Looking for the person…</source>
      <translation>Buscando a la persona…</translation>
    </message>
    <message>
      <source>Loop</source>
      <translation>Bucle</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT para los pesos; las imágenes de entrenamiento tienen sus propias condiciones: weights/README.md</translation>
    </message>
    <message>
      <source>MOV, for editing</source>
      <translation>MOV, para edición</translation>
    </message>
    <message>
      <source>MP4 recordings and virtual cameras do not support transparency and show black instead. Snapshots and exports keep it.</source>
      <translation>Las grabaciones MP4 y las cámaras virtuales no admiten transparencia y muestran negro. Las instantáneas y exportaciones la conservan.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, universal</translation>
    </message>
    <message>
      <source>Mark areas that are always kept or always replaced</source>
      <translation>Marcar zonas que siempre se conservan o se sustituyen</translation>
    </message>
    <message>
      <source>Marks of the video</source>
      <translation>Marcas del vídeo</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Igualar la luz</translation>
    </message>
    <message>
      <source>Matches the person's brightness and colour to the background.</source>
      <translation>Adapta el brillo y el color de la persona al fondo.</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>Máscara</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>Medir modelos</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>Midiendo cuánto tarda…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>Midiendo…</translation>
    </message>
    <message>
      <source>Message {number} of {count}</source>
      <translation>Mensaje {number} de {count}</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Micrófono</translation>
    </message>
    <message>
      <source>Microphone for recordings</source>
      <translation>Micrófono para las grabaciones</translation>
    </message>
    <message>
      <source>Milliseconds per frame in each stage</source>
      <translation>Milisegundos por imagen en cada etapa</translation>
    </message>
    <message>
      <source>Mini window, always on top</source>
      <translation>Miniventana, siempre visible</translation>
    </message>
    <message>
      <source>Mini window, always on top (F10)</source>
      <translation>Miniventana, siempre visible (F10)</translation>
    </message>
    <message>
      <source>Minimum digits</source>
      <translation>Número mínimo de cifras</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Menta</translation>
    </message>
    <message>
      <source>Minutes:seconds, such as 1:23.5; arrow keys step one second</source>
      <translation>Minutos:segundos, como 1:23.5; las flechas avanzan un segundo</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Efecto espejo</translation>
    </message>
    <message>
      <source>Mirror the person, not the background (M)</source>
      <translation>Reflejar a la persona, no el fondo (M)</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modelo</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>Modelo {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelos</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Más</translation>
    </message>
    <message>
      <source>Move and size yourself in the picture, with the pointer or the arrow keys</source>
      <translation>Muévase y cambie su tamaño en la imagen, con el puntero o las flechas</translation>
    </message>
    <message>
      <source>Move down</source>
      <translation>Bajar</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>Mover esta barra abajo</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>Mover esta barra arriba</translation>
    </message>
    <message>
      <source>Move up</source>
      <translation>Subir</translation>
    </message>
    <message>
      <source>Moves the background left or right.</source>
      <translation>Mueve el fondo a la izquierda o a la derecha.</translation>
    </message>
    <message>
      <source>Moves the background up or down.</source>
      <translation>Mueve el fondo arriba o abajo.</translation>
    </message>
    <message>
      <source>Moves the person left or right.</source>
      <translation>Mueve a la persona a la izquierda o a la derecha.</translation>
    </message>
    <message>
      <source>Moves the person up or down.</source>
      <translation>Mueve a la persona arriba o abajo.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Silenciar</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>Silenciar (N)</translation>
    </message>
    <message>
      <source>Muted while the microphone is recording</source>
      <translation>Silenciado mientras graba el micrófono</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>Mi cámara</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>Mi cámara: {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>Mi habitación</translation>
    </message>
    <message>
      <source>My room: the background is not replaced</source>
      <translation>Mi habitación: el fondo no se sustituye</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mi pantalla</translation>
    </message>
    <message>
      <source>NDI opens no source on this computer.</source>
      <translation>NDI no abre ninguna fuente en este ordenador.</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Nombre</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>Nombre del nuevo preajuste</translation>
    </message>
    <message>
      <source>Name on the command line, and start of the file's SHA-256</source>
      <translation>Nombre en la línea de órdenes y comienzo del SHA-256 del archivo</translation>
    </message>
    <message>
      <source>Name pattern</source>
      <translation>Patrón de nombres</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Nombre de este aspecto</translation>
    </message>
    <message>
      <source>Neural network that cuts you out</source>
      <translation>Red neuronal que recorta a la persona</translation>
    </message>
    <message>
      <source>New token</source>
      <translation>Nuevo token</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>Fondo siguiente</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>Fondo siguiente (B)</translation>
    </message>
    <message>
      <source>Next frame</source>
      <translation>Imagen siguiente</translation>
    </message>
    <message>
      <source>Next frame (.)</source>
      <translation>Imagen siguiente (.)</translation>
    </message>
    <message>
      <source>Next mark</source>
      <translation>Marca siguiente</translation>
    </message>
    <message>
      <source>Next message</source>
      <translation>Mensaje siguiente</translation>
    </message>
    <message>
      <source>Next slide</source>
      <translation>Diapositiva siguiente</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Diapositiva siguiente (PgDown)</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>Vista siguiente</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>Azul noche</translation>
    </message>
    <message>
      <source>No camera found. Plug one in to use it.</source>
      <translation>No se encontró ninguna cámara. Conecte una para usarla.</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>No se ha encontrado ninguna cámara, así que se ve el ejemplo. Conecte una o abra un archivo.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Ningún modelo funciona; elija otro modelo o dispositivo.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Aún no hay imágenes</translation>
    </message>
    <message>
      <source>No licence text is included.</source>
      <translation>No incluye texto de licencia.</translation>
    </message>
    <message>
      <source>No microphone found</source>
      <translation>No se encontró ningún micrófono</translation>
    </message>
    <message>
      <source>No microphone found, so the recording will have no sound. Plug one in, or record without sound.</source>
      <translation>No se encontró ningún micrófono; la grabación no tendrá sonido. Conecte uno, o grabe sin sonido.</translation>
    </message>
    <message>
      <source>No microphone is selected, so the recording will have no sound.</source>
      <translation>No hay ningún micrófono elegido; la grabación no tendrá sonido.</translation>
    </message>
    <message>
      <source>No model could be started. Only the background is shown.</source>
      <translation>No se pudo iniciar ningún modelo. Solo se muestra el fondo.</translation>
    </message>
    <message>
      <source>No object found there. Draw around it instead.</source>
      <translation>No se encontró ningún objeto ahí. Dibuje su contorno.</translation>
    </message>
    <message>
      <source>No other window is open. Open one first, then choose it here.</source>
      <translation>No hay otra ventana abierta. Abra una primero y elíjala aquí.</translation>
    </message>
    <message>
      <source>No person found. Only the background is shown.</source>
      <translation>No se encontró ninguna persona. Solo se ve el fondo.</translation>
    </message>
    <message>
      <source>No person was found there. Click a person.</source>
      <translation>Ahí no se encontró a nadie. Haga clic en una persona.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Sin preajuste</translation>
    </message>
    <message>
      <source>No program is connected.</source>
      <translation>No hay ningún programa conectado.</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Sin sonido</translation>
    </message>
    <message>
      <source>No sound from {name}. Is it muted or switched off?</source>
      <translation>No llega sonido de {name}. ¿Está silenciado o apagado?</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>No responde ningún servidor de sonido ({error}); {advice}.</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>No responde ningún servidor de sonido; {advice}.</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>No se puede abrir ningún altavoz ({error}); conecte uno.</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>No se pudo abrir ninguna cámara virtual. Se intentó: {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>Ninguna en esta imagen</translation>
    </message>
    <message>
      <source>None in this video</source>
      <translation>Ninguno en este vídeo</translation>
    </message>
    <message>
      <source>Not in log</source>
      <translation>Sin curva logarítmica</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>No se ha guardado: {reason}. Elija otra carpeta.</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>Nada que rehacer</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>Nada que deshacer</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>No se grabó nada: {why}.</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Números</translation>
    </message>
    <message>
      <source>ONNX Runtime is installed; not timed</source>
      <translation>ONNX Runtime está instalado; sin medir</translation>
    </message>
    <message>
      <source>Off: Page Up and Page Down change the slides</source>
      <translation>Desactivado: Re Pág y Av Pág cambian las diapositivas</translation>
    </message>
    <message>
      <source>Off: the room is forgotten when the source closes</source>
      <translation>Desactivado: la habitación se olvida al cerrar la fuente</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Un momento…</translation>
    </message>
    <message>
      <source>Only a range</source>
      <translation>Solo un intervalo</translation>
    </message>
    <message>
      <source>Only between In and Out</source>
      <translation>Solo entre entrada y salida</translation>
    </message>
    <message numerus="yes">
      <source>Only between In and Out ({n} files)</source>
      <extracomment>n = 1: Only between In and Out (1 file)</extracomment>
      <translation>
        <numerusform>Solo entre entrada y salida (1 archivo)</numerusform>
        <numerusform>Solo entre entrada y salida ({n} archivos)</numerusform>
      </translation>
    </message>
    <message>
      <source>Only files can be exported. Open a video or picture first, or record the camera with the red button.</source>
      <translation>Solo se pueden exportar archivos. Abra antes un vídeo o una imagen, o grabe la cámara con el botón rojo.</translation>
    </message>
    <message>
      <source>Only files have projects. Open a video or picture first.</source>
      <translation>Solo los archivos tienen proyectos. Abra primero un vídeo o una imagen.</translation>
    </message>
    <message>
      <source>Only in videos.</source>
      <translation>Solo en vídeos.</translation>
    </message>
    <message>
      <source>Only one project is shown at a time: {name}.</source>
      <translation>Solo se muestra un proyecto a la vez: {name}.</translation>
    </message>
    <message>
      <source>Only the background is shown: {sentence}. Choose another model or device.</source>
      <translation>Solo se muestra el fondo: {sentence}. Elija otro modelo o dispositivo.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Abrir</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>Abrir una carpeta</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>Abrir una cámara de red</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>Abrir una cámara de red (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open as image sequence</source>
      <translation>Abrir como secuencia de imágenes</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>Abrir archivos</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>Abrir archivos o una carpeta (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open in the default app</source>
      <translation>Abrir con la aplicación predeterminada</translation>
    </message>
    <message>
      <source>Open its folder</source>
      <translation>Abrir su carpeta</translation>
    </message>
    <message>
      <source>Open its project</source>
      <translation>Abrir su proyecto</translation>
    </message>
    <message>
      <source>Open video or picture…</source>
      <translation>Abrir vídeo o imagen…</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Abrir vídeos o imágenes</translation>
    </message>
    <message>
      <source>Open-source components</source>
      <translation>Componentes de código abierto</translation>
    </message>
    <message>
      <source>Opened files</source>
      <translation>Archivos abiertos</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>Abriendo {name}…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).</source>
      <translation>Otros programas solo lo encuentran mientras Avahi funciona (Debian y Ubuntu: {command}).</translation>
    </message>
    <message>
      <source>Out</source>
      <translation>Salida</translation>
    </message>
    <message>
      <source>Out point</source>
      <translation>Punto de salida</translation>
    </message>
    <message>
      <source>Out: {time}. Drag, or use the arrow keys (] sets it here)
Double-click or Delete clears it.</source>
      <translation>Salida: {time}. Arrastre, o use las flechas (] la pone aquí)
Doble clic o Supr la quita.</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>Salida</translation>
    </message>
    <message>
      <source>Output file, or folder for several files</source>
      <translation>Archivo de salida, o carpeta para varios archivos</translation>
    </message>
    <message>
      <source>PNG pictures</source>
      <translation>Imágenes PNG</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Página</translation>
    </message>
    <message>
      <source>Paint over hair or motion: its edge becomes soft</source>
      <translation>Pinte sobre el pelo o el movimiento: su borde se suaviza</translation>
    </message>
    <message>
      <source>Paint over what is missing: it is kept</source>
      <translation>Pinte sobre lo que falta: se conserva</translation>
    </message>
    <message>
      <source>Paint over what is wrong. It is mended before and after this frame, as far as it can be followed.</source>
      <translation>Pinte sobre lo que está mal. Se corrige antes y después de esta imagen, hasta donde se pueda seguir.</translation>
    </message>
    <message>
      <source>Paint over what is wrong; it is mended along the motion</source>
      <translation>Pinte sobre lo que está mal; se corrige siguiendo el movimiento</translation>
    </message>
    <message>
      <source>Paint over what should go: it is replaced</source>
      <translation>Pinte sobre lo que sobra: se sustituye</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Componentes</translation>
    </message>
    <message>
      <source>Passwords are not saved. Enter yours after the name: name:password@…</source>
      <translation>Las contraseñas no se guardan. Escriba la suya tras el nombre: nombre:contraseña@…</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pausa</translation>
    </message>
    <message>
      <source>Pause recording</source>
      <translation>Pausar la grabación</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Pausar la grabación (P)</translation>
    </message>
    <message>
      <source>Paused during export</source>
      <translation>En pausa durante la exportación</translation>
    </message>
    <message>
      <source>Paused while the export time is measured</source>
      <translation>En pausa mientras se mide la duración de la exportación</translation>
    </message>
    <message>
      <source>People in the picture</source>
      <translation>Personas en la imagen</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Persona</translation>
    </message>
    <message>
      <source>Person area</source>
      <translation>Persona</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Imagen</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>Imagen, {zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>Imágenes de las diapositivas</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>Imágenes, vídeos y PDF</translation>
    </message>
    <message>
      <source>PipeWire does not answer</source>
      <translation>PipeWire no responde</translation>
    </message>
    <message>
      <source>PipeWire has ended</source>
      <translation>PipeWire ha terminado</translation>
    </message>
    <message>
      <source>PipeWire refuses the camera</source>
      <translation>PipeWire rechaza la cámara</translation>
    </message>
    <message>
      <source>PipeWire starts no thread</source>
      <translation>PipeWire no inicia ningún hilo</translation>
    </message>
    <message>
      <source>Place of the person</source>
      <translation>Lugar de la persona</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Reproducir</translation>
    </message>
    <message>
      <source>Play/pause</source>
      <translation>Reproducir/pausar</translation>
    </message>
    <message>
      <source>Play/pause (space)</source>
      <translation>Reproducir/pausar (space)</translation>
    </message>
    <message>
      <source>Playlist: click a file to show it</source>
      <translation>Lista de reproducción: haga clic en un archivo para verlo</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>Puerto</translation>
    </message>
    <message>
      <source>Port {port} is in use by another program or another window. Choose another port.</source>
      <translation>El puerto {port} está en uso por otro programa u otra ventana. Elija otro puerto.</translation>
    </message>
    <message>
      <source>Port {port} is reserved for the system. Choose one above 1023.</source>
      <translation>El puerto {port} está reservado para el sistema. Elija uno superior a 1023.</translation>
    </message>
    <message>
      <source>Position X</source>
      <translation>Posición X</translation>
    </message>
    <message>
      <source>Position Y</source>
      <translation>Posición Y</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Posición en el vídeo</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Preparando</translation>
    </message>
    <message>
      <source>Preparing Backdrop for the graphics card, only at the first start.</source>
      <translation>Preparando Backdrop para la tarjeta gráfica, solo en el primer inicio.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps.</source>
      <translation>Preparando Backdrop para este procesador, solo en el primer inicio: paso {ready} de {total}.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor. This takes about a minute, only at the first start.</source>
      <translation>Preparando Backdrop para este procesador. Tarda alrededor de un minuto, solo la primera vez.</translation>
    </message>
    <message>
      <source>Preparing: {ready} of {total}</source>
      <translation>Preparando: {ready} de {total}</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Preajuste</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>Pulse una tecla…</translation>
    </message>
    <message>
      <source>Previous frame</source>
      <translation>Imagen anterior</translation>
    </message>
    <message>
      <source>Previous frame (,)</source>
      <translation>Imagen anterior (,)</translation>
    </message>
    <message>
      <source>Previous mark</source>
      <translation>Marca anterior</translation>
    </message>
    <message>
      <source>Previous message</source>
      <translation>Mensaje anterior</translation>
    </message>
    <message>
      <source>Previous slide</source>
      <translation>Diapositiva anterior</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>Diapositiva anterior (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>Procesador</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>Procesador (CPU)</translation>
    </message>
    <message>
      <source>Processor or graphics card that runs the model</source>
      <translation>Procesador o tarjeta gráfica que ejecuta el modelo</translation>
    </message>
    <message>
      <source>Programs in your network can receive “{device}” by {name}.</source>
      <translation>Los programas de su red pueden recibir «{device}» por {name}.</translation>
    </message>
    <message>
      <source>Programs on this computer can receive “{device}” by {name}.</source>
      <translation>Los programas de este ordenador pueden recibir «{device}» por {name}.</translation>
    </message>
    <message>
      <source>Programs on this computer may control Backdrop</source>
      <translation>Los programas de este ordenador pueden controlar Backdrop</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Progreso de {name}</translation>
    </message>
    <message>
      <source>Projects</source>
      <translation>Proyectos</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav} con libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 no está instalado; la línea de órdenes funciona sin él</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt no se carga: {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but no display</source>
      <translation>Qt {version}, pero aquí no hay pantalla</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Calidad</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Salir</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>Intervalo</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>Grabar</translation>
    </message>
    <message>
      <source>Record at a constant frame rate</source>
      <translation>Grabar con frecuencia de imagen constante</translation>
    </message>
    <message>
      <source>Record the playback without its audio (R); use Export for the whole file</source>
      <translation>Grabar la reproducción sin su audio (R); use Exportar para el archivo entero</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>Grabar lo que ve (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>Con sonido</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>Grabar con este micrófono</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>Grabar con este</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>Sin sonido</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>¿Grabar sin sonido?</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>Tiempo grabado</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Grabación</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>Grabaciones e instantáneas van a {path}. Elegir otra carpeta</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Rehacer</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>Rehacer: {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>Reducida</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} frames/s</source>
      <translation>Calidad reducida, {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>Reduces flicker where nothing moves.</source>
      <translation>Calma el parpadeo donde nada se mueve.</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Recordar esta habitación en este ordenador</translation>
    </message>
    <message>
      <source>Remote control</source>
      <translation>Control remoto</translation>
    </message>
    <message>
      <source>Remote control…</source>
      <translation>Control remoto…</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Quitar</translation>
    </message>
    <message>
      <source>Remove all areas of this source</source>
      <translation>Quitar todas las zonas de esta fuente</translation>
    </message>
    <message>
      <source>Remove all finished exports from the list</source>
      <translation>Quitar de la lista todas las exportaciones terminadas</translation>
    </message>
    <message>
      <source>Remove all strokes of this video</source>
      <translation>Quitar todos los trazos de este vídeo</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Quitar de la galería</translation>
    </message>
    <message>
      <source>Remove from the list</source>
      <translation>Quitar de la lista</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Quitar la zona elegida (Supr)</translation>
    </message>
    <message>
      <source>Remove the chosen stroke (Delete)</source>
      <translation>Quitar el trazo elegido (Supr)</translation>
    </message>
    <message>
      <source>Removed by a stroke</source>
      <translation>Quitado por un trazo</translation>
    </message>
    <message>
      <source>Replace the existing file</source>
      <translation>Reemplazar el archivo existente</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Restablecer todas</translation>
    </message>
    <message>
      <source>Reset all shortcuts to their defaults</source>
      <translation>Restablecer todos los atajos a sus valores predeterminados</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>Restablecer lugar, luz y sombra</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>Restablecer el aspecto predeterminado</translation>
    </message>
    <message>
      <source>Resolution</source>
      <translation>Resolución</translation>
    </message>
    <message>
      <source>Resolution and frame rate of the camera</source>
      <translation>Resolución y frecuencia de la cámara</translation>
    </message>
    <message>
      <source>Restart Backdrop to use it in English.</source>
      <translation>Reinicie Backdrop para usarlo en español.</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Resultado</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>Reanudar</translation>
    </message>
    <message>
      <source>Resume the unfinished exports</source>
      <translation>Reanudar las exportaciones sin terminar</translation>
    </message>
    <message>
      <source>Room learnt. The cut-out is cleaner now.</source>
      <translation>Habitación aprendida. El recorte es ahora más limpio.</translation>
    </message>
    <message>
      <source>Running smoothly, {rate:.0f} frames/s</source>
      <translation>Funciona con fluidez, {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Salvia</translation>
    </message>
    <message>
      <source>Same place and size as in the camera picture</source>
      <translation>Igual que en la imagen de la cámara</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Guardar</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>Guardar una instantánea</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>Guardar una instantánea (S)</translation>
    </message>
    <message>
      <source>Save and close (Esc)</source>
      <translation>Guardar y cerrar (Esc)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Guardar como</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>Guardar como texto…</translation>
    </message>
    <message>
      <source>Save elsewhere…</source>
      <translation>Guardar en otro lugar…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Guardar en</translation>
    </message>
    <message>
      <source>Save the project</source>
      <translation>Guardar el proyecto</translation>
    </message>
    <message>
      <source>Save the project as…</source>
      <translation>Guardar el proyecto como…</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Guardar el informe</translation>
    </message>
    <message>
      <source>Save the report to a file</source>
      <translation>Guardar el informe en un archivo</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Guardar este aspecto como preajuste</translation>
    </message>
    <message>
      <source>Save to</source>
      <translation>Guardar en</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Guardado como {name}.</translation>
    </message>
    <message>
      <source>Saved look and background</source>
      <translation>Aspecto y fondo guardados</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} está guardado, {length}.</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} está guardado.</translation>
    </message>
    <message>
      <source>Screen capture is not available on this system. Use slides as a folder of pictures instead.</source>
      <translation>Este sistema no permite capturar la pantalla. Use las diapositivas como carpeta de imágenes.</translation>
    </message>
    <message>
      <source>Second pass, mirrored</source>
      <translation>Segunda pasada, reflejada</translation>
    </message>
    <message>
      <source>Send with transparency to other programs</source>
      <translation>Enviar con transparencia a otros programas</translation>
    </message>
    <message>
      <source>Set In point</source>
      <translation>Fijar punto de entrada</translation>
    </message>
    <message>
      <source>Set Out point</source>
      <translation>Fijar punto de salida</translation>
    </message>
    <message>
      <source>Set up {name}…</source>
      <translation>Configurar {name}…</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>Varias cámaras se llaman {word}; elija una por su número ({names}).</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>Sombra</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>Ver en la carpeta</translation>
    </message>
    <message>
      <source>Show or hide {title}</source>
      <translation>Mostrar u ocultar {title}</translation>
    </message>
    <message>
      <source>Show original (hold)</source>
      <translation>Ver el original (mantener)</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Mostrar las exportaciones</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Mostrar el registro</translation>
    </message>
    <message>
      <source>Show the whole background, with black bars</source>
      <translation>Mostrar todo el fondo, con barras negras</translation>
    </message>
    <message>
      <source>Show the whole message</source>
      <translation>Mostrar el mensaje completo</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>Ver tiempo por etapa</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>Panel lateral (F9)</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Tamaño</translation>
    </message>
    <message>
      <source>Size of the brush</source>
      <translation>Tamaño del pincel</translation>
    </message>
    <message>
      <source>Size of the brush ([ and ])</source>
      <translation>Tamaño del pincel ([ y ])</translation>
    </message>
    <message>
      <source>Size of the person on the background.</source>
      <translation>Tamaño de la persona sobre el fondo.</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>Azul cielo</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>Diapositiva {number} de {count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>Diapositivas de un PDF</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>Diapositivas de un PDF…</translation>
    </message>
    <message>
      <source>Slightly uneven, {rate:.0f} frames/s</source>
      <translation>Algo irregular, {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Pequeño</translation>
    </message>
    <message>
      <source>Small model: good edges, short export</source>
      <translation>Modelo pequeño: buenos bordes, exportación corta</translation>
    </message>
    <message>
      <source>Small, in the corner of slides or a screen</source>
      <translation>Pequeño, en la esquina de diapositivas o pantalla</translation>
    </message>
    <message>
      <source>Soft edge</source>
      <translation>Borde suave</translation>
    </message>
    <message>
      <source>Soften</source>
      <translation>Suavizar</translation>
    </message>
    <message>
      <source>Softened by a stroke</source>
      <translation>Suavizado por un trazo</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Suaviza el nuevo fondo, como lo hace un objetivo.</translation>
    </message>
    <message>
      <source>Something moved, or someone was still in the picture. Try again.</source>
      <translation>Algo se movió, o aún había alguien en la imagen. Inténtelo de nuevo.</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Aquí no se puede reproducir sonido ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Fuente</translation>
    </message>
    <message>
      <source>Source ({rate:.4g})</source>
      <translation>Fuente ({rate:.4g})</translation>
    </message>
    <message>
      <source>Spills the new background's light onto the edge.</source>
      <translation>Deja que la luz del nuevo fondo alcance el borde.</translation>
    </message>
    <message>
      <source>Start of the mark</source>
      <translation>Inicio de la marca</translation>
    </message>
    <message>
      <source>Start the export; it runs in the background</source>
      <translation>Iniciar la exportación; se hace en segundo plano</translation>
    </message>
    <message>
      <source>Start/stop recording</source>
      <translation>Iniciar/detener la grabación</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>Empezando en {device}</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>El cálculo se pone en marcha.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Empezando…</translation>
    </message>
    <message>
      <source>Starts a countdown so that you can step out</source>
      <translation>Inicia una cuenta atrás para que salga de la imagen</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Seguir abierto</translation>
    </message>
    <message>
      <source>Stay out of the picture: capturing the empty room …</source>
      <translation>Quédese fuera: se está capturando la habitación vacía…</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Estabilidad</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Salga un momento de la imagen: {seconds}…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Detener</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>Detener y cerrar</translation>
    </message>
    <message>
      <source>Stop now; the finished part is kept</source>
      <translation>Detener ahora; se conserva la parte terminada</translation>
    </message>
    <message>
      <source>Stored as a picture in a file that only you can read. Forget, or switching this off, deletes it.</source>
      <translation>Se guarda como imagen en un archivo que solo usted puede leer. «Olvidar», o desactivar esto, lo borra.</translation>
    </message>
    <message>
      <source>Strength of the background blur.</source>
      <translation>Fuerza del desenfoque del fondo.</translation>
    </message>
    <message>
      <source>Strokes in the picture</source>
      <translation>Trazos en la imagen</translation>
    </message>
    <message>
      <source>Strokes were left out: this video has no frame at their time ({times}).</source>
      <translation>Se omitieron trazos: este vídeo no tiene ninguna imagen en su momento ({times}).</translation>
    </message>
    <message>
      <source>Strokes…</source>
      <translation>Trazos…</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>Estudio</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>Blanco estudio</translation>
    </message>
    <message>
      <source>Switch it on again.</source>
      <translation>Vuelva a activarlo.</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>Según el sistema</translation>
    </message>
    <message>
      <source>Testing the graphics card, only at the first start.</source>
      <translation>Probando la tarjeta gráfica, solo en el primer inicio.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Texto (*.txt)</translation>
    </message>
    <message>
      <source>The CPU computes in float32 only; float16 needs a GPU.</source>
      <translation>En el procesador todo se calcula en float32; float16 es para tarjetas gráficas.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. See the log for details.</source>
      <translation>No se puede usar la tarjeta gráfica: {error}. Vea los detalles en el registro.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>La tarjeta gráfica ha fallado ({error}). Se sigue en el procesador desde la misma imagen.</translation>
    </message>
    <message>
      <source>The GPU stopped working, so the CPU took over. Choose the GPU again to switch back.</source>
      <translation>La tarjeta gráfica ha dejado de funcionar; la imagen sigue con el procesador. Para volver a ella, elíjala de nuevo.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>El canal alfa de esta imagen está dañado en el archivo.</translation>
    </message>
    <message>
      <source>The aspect ratio is kept</source>
      <translation>Se mantiene la relación de aspecto</translation>
    </message>
    <message>
      <source>The attached file {codec} was left out: a .mkv holds such files.</source>
      <translation>Se omitió el archivo adjunto {codec}: un .mkv puede contener archivos así.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Solo se muestra el fondo. {reason}</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>No se pudo leer el fondo.</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>Se está abriendo el fondo.</translation>
    </message>
    <message>
      <source>The background is sent, too. Choose “Transparent” to send the person alone.</source>
      <translation>También se envía el fondo. Elija «Transparente» para enviar solo a la persona.</translation>
    </message>
    <message>
      <source>The background is set to My room, so nothing would change. Choose another background.</source>
      <translation>El fondo es «Mi habitación», así que nada cambiaría. Elija otro fondo.</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>La cámara no responde ({reason}).</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>La cámara no envía imágenes.</translation>
    </message>
    <message>
      <source>The camera view changed; Backdrop is learning the new one.</source>
      <translation>La vista de la cámara cambió; Backdrop está aprendiendo la nueva.</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>La cámara {path} no se puede abrir ({reason}); compruebe su conexión y que usted pertenece al grupo video.</translation>
    </message>
    <message>
      <source>The clip of {name} was not found: {clip}.</source>
      <translation>No se encontró el clip de {name}: {clip}.</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>El disco está lleno, así que la grabación se detuvo; {kept} y se puede reproducir. Libere espacio.</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>El cálculo falló en esta imagen.</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>El cálculo se está iniciando.</translation>
    </message>
    <message>
      <source>The engine returned a picture of the wrong size.</source>
      <translation>El cálculo devolvió una imagen de tamaño incorrecto.</translation>
    </message>
    <message>
      <source>The engine returned no matte.</source>
      <translation>El cálculo no devolvió ninguna máscara.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>El cálculo aún trabaja en una imagen anterior.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>El cálculo tardó más de un segundo en esta imagen.</translation>
    </message>
    <message>
      <source>The existing file is lost</source>
      <translation>El archivo existente se pierde</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Para este tipo de archivo, el nombre debe terminar en {suffix}.</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Los bordes más finos; para una tarjeta gráfica.</translation>
    </message>
    <message>
      <source>The folder {folder} does not exist. Choose another.</source>
      <translation>La carpeta {folder} no existe. Elija otra.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Las imágenes tienen {size} megapíxeles ({width}x{height}): se escribieron como VP8, porque VP9 necesita demasiada memoria por encima de {most}.</translation>
    </message>
    <message>
      <source>The learnt room was deleted.</source>
      <translation>Se ha borrado la habitación aprendida.</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>La imagen en directo ha terminado y no hay nada que mostrar a otros programas; elija antes una cámara o un archivo.</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>La imagen en directo ha terminado.</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>El micrófono {name} no se puede abrir ({tried}). Compruebe que está conectado y que este programa puede usarlo, o grabe sin sonido.</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>El micrófono {name} ha fallado ({error}); compruebe su conexión.</translation>
    </message>
    <message>
      <source>The model chosen in the window</source>
      <translation>El modelo elegido en la ventana</translation>
    </message>
    <message>
      <source>The old token stops working, and programs are disconnected</source>
      <translation>El token anterior deja de funcionar y los programas se desconectan</translation>
    </message>
    <message>
      <source>The other files are exported in full</source>
      <translation>Los demás archivos se exportan enteros</translation>
    </message>
    <message>
      <source>The person cannot be moved over a blurred background.</source>
      <translation>Sobre un fondo desenfocado no se puede mover a la persona.</translation>
    </message>
    <message>
      <source>The person chosen at {time} is not there. Choose again.</source>
      <translation>La persona elegida en {time} no está ahí. Elija de nuevo.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>La persona sobre el nuevo fondo</translation>
    </message>
    <message>
      <source>The person who is kept is being looked for.</source>
      <translation>Se busca a la persona que se conserva.</translation>
    </message>
    <message>
      <source>The picture and, in a second file, its matte</source>
      <translation>La imagen y, en un segundo archivo, su máscara</translation>
    </message>
    <message>
      <source>The picture of the empty room does not match the camera; Backdrop learns from the camera instead.</source>
      <translation>La imagen de la habitación vacía no coincide con la cámara; Backdrop aprende de la cámara.</translation>
    </message>
    <message>
      <source>The picture stopped after an internal error. Choose the source again.</source>
      <translation>La imagen se detuvo por un error interno. Elija de nuevo la fuente.</translation>
    </message>
    <message>
      <source>The project could not be saved.</source>
      <translation>No se pudo guardar el proyecto.</translation>
    </message>
    <message>
      <source>The range is empty. Set Out after In.</source>
      <translation>El intervalo está vacío. Ponga la salida después de la entrada.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>La grabación se detuvo ({reason}); {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} no longer exists. Was its folder moved or removed, or its disk disconnected?</source>
      <translation>La grabación se detuvo: {path} ya no existe; ¿se movió o eliminó su carpeta, o se desconectó su disco?</translation>
    </message>
    <message>
      <source>The recording {path} stopped; see the log.</source>
      <translation>La grabación {path} se interrumpió; vea el registro.</translation>
    </message>
    <message>
      <source>The remote control is off: {why}</source>
      <translation>El control remoto está desactivado: {why}</translation>
    </message>
    <message>
      <source>The saved settings come from a newer version of Backdrop and were replaced by defaults</source>
      <translation>Los ajustes guardados son de una versión posterior de Backdrop y se sustituyeron por los predeterminados</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>Los ajustes guardados no se pudieron leer y se sustituyeron por los predeterminados</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>Los ajustes guardados tenían entradas dañadas ({names}), que se sustituyeron por las predeterminadas</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>La instantánea no se puede guardar: {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>El servidor de sonido no se puede usar: {error}.</translation>
    </message>
    <message>
      <source>The sound server failed ({error}).</source>
      <translation>El servidor de sonido ha fallado ({error}).</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>La fuente se está abriendo.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>El altavoz ha fallado ({error}).</translation>
    </message>
    <message>
      <source>The strokes act on their own frames alone: {reason}</source>
      <translation>Los trazos solo actúan en sus propias imágenes: {reason}</translation>
    </message>
    <message>
      <source>The token cannot be kept: {error}</source>
      <translation>No se puede guardar el token: {error}</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>La ventana</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Tema</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>No hay ninguna cámara {word}: {there}.</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>Aún no hay imagen; espere a verla.</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>No hay ningún dispositivo v4l2loopback. {help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>Aún no hay nada que grabar; elija antes una cámara o un archivo.</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Este ordenador</translation>
    </message>
    <message>
      <source>This computer is too slow, {rate:.0f} frames/s</source>
      <translation>Este ordenador es demasiado lento, {rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>This file's own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>El canal alfa propio de este archivo no recorta a la persona, así que se multiplica por la máscara del modelo.</translation>
    </message>
    <message>
      <source>This file's own alpha channel is used instead of the model.</source>
      <translation>Se usa el canal alfa propio de este archivo en lugar del modelo.</translation>
    </message>
    <message>
      <source>This is not a valid camera address: {error}.</source>
      <translation>No es una dirección de cámara válida: {error}.</translation>
    </message>
    <message>
      <source>This is your empty room.</source>
      <translation>Esta es su habitación vacía.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>Este ordenador está ocupado: calidad reducida.</translation>
    </message>
    <message>
      <source>This name is reserved for a look without a preset.</source>
      <translation>Este nombre está reservado para un aspecto sin preajuste.</translation>
    </message>
    <message>
      <source>This room has not been learnt yet.</source>
      <translation>Esta habitación aún no se ha aprendido.</translation>
    </message>
    <message>
      <source>This room was learnt before.</source>
      <translation>Esta habitación ya se había aprendido.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>No se conoce ninguna cámara virtual para este sistema.</translation>
    </message>
    <message>
      <source>This video has transparency of its own.</source>
      <translation>Este vídeo tiene su propia transparencia.</translation>
    </message>
    <message>
      <source>This video is interlaced: moving edges show as stripes</source>
      <translation>Este vídeo está entrelazado: los bordes en movimiento muestran rayas</translation>
    </message>
    <message>
      <source>This would overwrite the background. Choose another name.</source>
      <translation>Esto sobrescribiría el fondo. Elija otro nombre.</translation>
    </message>
    <message>
      <source>This would overwrite the source file. Choose another name.</source>
      <translation>Esto sobrescribiría el archivo de origen. Elija otro nombre.</translation>
    </message>
    <message>
      <source>Time each model on this computer; the picture pauses meanwhile</source>
      <translation>Medir cada modelo en este ordenador; la imagen se detiene mientras tanto</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Tiempo por etapa</translation>
    </message>
    <message>
      <source>Token</source>
      <translation>Token</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparente</translation>
    </message>
    <message>
      <source>Trim the start or the end</source>
      <translation>Recortar el principio o el final</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Reintentar</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>Probar el ejemplo</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>Pasar de diapositiva cada 10 segundos</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Deshacer</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>Deshacer: {what}</translation>
    </message>
    <message>
      <source>Unfinished from last time</source>
      <translation>Sin terminar de la última vez</translation>
    </message>
    <message>
      <source>Unmute</source>
      <translation>Activar el sonido</translation>
    </message>
    <message>
      <source>Unsure: {reason}</source>
      <translation>Dudoso: {reason}</translation>
    </message>
    <message>
      <source>Use my screen or a window</source>
      <translation>Usar mi pantalla o una ventana</translation>
    </message>
    <message>
      <source>Use slides</source>
      <translation>Usar diapositivas</translation>
    </message>
    <message>
      <source>Use this camera</source>
      <translation>Usar esta cámara</translation>
    </message>
    <message>
      <source>Use this picture as a camera in Zoom, OBS and other programs</source>
      <translation>Usar esta imagen como cámara en Zoom, OBS y otros programas</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>Versión y modelos</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>Versión {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>Versión {version}, commit {commit}</translation>
    </message>
    <message>
      <source>Version, models and system details, without names or pictures</source>
      <translation>Versión, modelos y datos del sistema, sin nombres ni imágenes</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Vídeos o imágenes…</translation>
    </message>
    <message>
      <source>Videos, pictures and projects</source>
      <translation>Vídeos, imágenes y proyectos</translation>
    </message>
    <message>
      <source>View</source>
      <translation>Vista</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>Cámara virtual</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>Volumen</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>Volumen: {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>En espera</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>Esperando una imagen</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>Gris cálido</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>Aviso</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM, para la web</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>Lo que ven los demás (V)</translation>
    </message>
    <message>
      <source>What the brush does</source>
      <translation>Qué hace el pincel</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Qué se dibuja</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>¿Dónde está {name}?</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>Adónde van las grabaciones</translation>
    </message>
    <message>
      <source>While it is on, other programs do not receive this key</source>
      <translation>Mientras esté activo, los demás programas no reciben esta tecla</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>Lo blanco se conserva, lo negro se sustituye (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>Quién queda en la imagen</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>Imagen entera</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Ventana</translation>
    </message>
    <message>
      <source>Window capture is not available on this system. Use the whole screen, or slides as a PDF.</source>
      <translation>Este sistema no permite capturar una sola ventana. Use toda la pantalla, o diapositivas en PDF.</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows no responde; inténtelo otra vez</translation>
    </message>
    <message>
      <source>Windows in front of the chosen one are captured too, because desktop compositing is off. Keep it in front, or turn compositing on.</source>
      <translation>Las ventanas situadas delante de la elegida también se capturan, porque la composición del escritorio está desactivada. Déjela delante, o active la composición.</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Procesos</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>No se volverá a preguntar</translation>
    </message>
    <message>
      <source>You with transparency, on a checkerboard (V)</source>
      <translation>Solo usted, con transparencia sobre un damero (V)</translation>
    </message>
    <message>
      <source>Your room is visible: the background is not replaced</source>
      <translation>Su habitación es visible: el fondo no se sustituye</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>Sus ajustes no se pueden guardar: la carpeta es de solo lectura o el disco está lleno.</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>Suyos</translation>
    </message>
    <message>
      <source>Zoom in</source>
      <translation>Acercar</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>Alejar</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>una imagen de película</translation>
    </message>
    <message>
      <source>a person came who may be another one</source>
      <translation>llegó alguien que puede ser otra persona</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>una imagen de su clase</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>unos {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>unas {time:.1f} h</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>unos {time} min</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>unos {time} s</translation>
    </message>
    <message>
      <source>another program uses this key; choose another</source>
      <translation>otro programa usa esta tecla; elija otra</translation>
    </message>
    <message>
      <source>attached file ({codec}) copied</source>
      <translation>archivo adjunto ({codec}) copiado</translation>
    </message>
    <message>
      <source>attached file ({codec}) dropped</source>
      <translation>archivo adjunto ({codec}) omitido</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>audio ({codec}) copiado</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>audio ({codec}) omitido</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>audio ({codec}) convertido a {new_codec}</translation>
    </message>
    <message>
      <source>background</source>
      <translation>fondo</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>ajuste del fondo</translation>
    </message>
    <message>
      <source>cannot be read without the package OpenEXR ({line})</source>
      <translation>no se puede leer sin el paquete OpenEXR ({line})</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>composición</translation>
    </message>
    <message>
      <source>cover picture ({codec}) dropped</source>
      <translation>imagen de portada ({codec}) omitida</translation>
    </message>
    <message>
      <source>data ({codec}) dropped</source>
      <translation>datos ({codec}) omitidos</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>cifras</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>no existe; compruebe la ruta</translation>
    </message>
    <message>
      <source>download</source>
      <translation>bajada</translation>
    </message>
    <message>
      <source>fast model on the graphics card</source>
      <translation>modelo rápido en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>fast model on the processor</source>
      <translation>modelo rápido en el procesador</translation>
    </message>
    <message>
      <source>finishing the recording {path}</source>
      <translation>finalización de la grabación {path}</translation>
    </message>
    <message>
      <source>first frame,</source>
      <translation>primera imagen,</translation>
    </message>
    <message>
      <source>following strokes</source>
      <translation>seguimiento de los trazos</translation>
    </message>
    <message>
      <source>good</source>
      <translation>bien</translation>
    </message>
    <message>
      <source>handing back memory</source>
      <translation>liberación de memoria</translation>
    </message>
    <message>
      <source>has 8 bits, for which no colour space can be named; leave it out</source>
      <translation>tiene 8 bits, para los que no se puede indicar un espacio de color; no lo indique</translation>
    </message>
    <message>
      <source>has another display window than the first picture; render it anew</source>
      <translation>tiene otra ventana de visualización (display window) que la primera imagen; renderícela de nuevo</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>tiene más de {most:.4g} megapíxeles, y una imagen puede tener {limit:.4g}; redúzcala antes</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>tiene {size} megapíxeles ({width}x{height}), y {kind} puede tener {limit}; redúzcalo antes</translation>
    </message>
    <message>
      <source>holds more channels than memory has room for; save fewer layers in one file</source>
      <translation>contiene más canales de los que caben en la memoria; guarde menos capas en un archivo</translation>
    </message>
    <message>
      <source>holds no layer with the colours R, G and B; save them in it</source>
      <translation>no contiene ninguna capa con los colores R, G y B; guárdelos en él</translation>
    </message>
    <message>
      <source>internal error: {error}; see the log</source>
      <translation>error interno: {error}; vea el registro</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>es una carpeta; indique un archivo en ella</translation>
    </message>
    <message>
      <source>is a pipe or a device; save its output to a file</source>
      <translation>es una tubería o un dispositivo; guarde su salida en un archivo</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>está dañado ({reason}); cópielo otra vez</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>está vacío (0 bytes); cópielo otra vez</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>no es una imagen que se pueda leer; guárdela como PNG o JPEG</translation>
    </message>
    <message>
      <source>it did not accept the picture</source>
      <translation>no aceptó la imagen</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>no respondió a tiempo</translation>
    </message>
    <message>
      <source>it ends too early</source>
      <translation>termina demasiado pronto</translation>
    </message>
    <message>
      <source>it no longer exists</source>
      <translation>ya no existe</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>se abre pero no envía ninguna imagen; quizá la use otro programa</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>repite la misma imagen (¿está cerrada su tapa?)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>no ha enviado ninguna imagen en {seconds:.0f} segundos</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>ha dejado de responder</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>ha dejado de enviar imágenes</translation>
    </message>
    <message>
      <source>its data is invalid</source>
      <translation>sus datos no son válidos</translation>
    </message>
    <message>
      <source>its decoder failed</source>
      <translation>su decodificador falló</translation>
    </message>
    <message>
      <source>its library is missing ({error})</source>
      <translation>falta su biblioteca ({error})</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>sus permisos</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>sus imágenes no se pueden decodificar ({reason}); reinicie la cámara</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>sus imágenes no se pueden decodificar; compruebe la conexión o elija otro tamaño</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>su tamaño es de {width:g} x {height:g} puntos</translation>
    </message>
    <message>
      <source>keeping the background {path}</source>
      <translation>conservación del fondo {path}</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>capa</translation>
    </message>
    <message>
      <source>learning the room</source>
      <translation>aprendizaje de la habitación</translation>
    </message>
    <message>
      <source>lies outside of the other pictures; render it anew</source>
      <translation>queda fuera de las demás imágenes; renderícela de nuevo</translation>
    </message>
    <message>
      <source>log curve of the camera</source>
      <translation>curva logarítmica de la cámara</translation>
    </message>
    <message>
      <source>look</source>
      <translation>aspecto</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>aspecto y fondo</translation>
    </message>
    <message>
      <source>looking around</source>
      <translation>búsqueda alrededor</translation>
    </message>
    <message>
      <source>looking at what was opened</source>
      <translation>examen de lo que se abrió</translation>
    </message>
    <message>
      <source>looking for a project</source>
      <translation>búsqueda de un proyecto</translation>
    </message>
    <message>
      <source>looking for an outline</source>
      <translation>búsqueda de un contorno</translation>
    </message>
    <message>
      <source>looking for recordings that were cut short</source>
      <translation>búsqueda de grabaciones interrumpidas</translation>
    </message>
    <message>
      <source>looking through the backgrounds</source>
      <translation>revisión de los fondos</translation>
    </message>
    <message>
      <source>looking up its name took too long</source>
      <translation>su nombre no se resolvió a tiempo</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>no se puede leer; compruebe sus permisos</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>mide {width}x{height}, y el lado mayor de una imagen de película puede tener {most} píxeles; redúzcalo antes</translation>
    </message>
    <message>
      <source>measuring how long an export takes</source>
      <translation>medición de la duración de una exportación</translation>
    </message>
    <message>
      <source>measuring the models</source>
      <translation>medición de los modelos</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>falta</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>necesita más memoria de la que hay; cierre otros programas o redúzcalo antes</translation>
    </message>
    <message>
      <source>network</source>
      <translation>red</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>no se usa ninguna tarjeta gráfica: {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>no hay ninguna cámara conectada</translation>
    </message>
    <message>
      <source>no files left by a crash</source>
      <translation>sin restos de ningún fallo</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>no llegó ninguna imagen a tiempo</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>ninguna encontrada</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>no hay memoria suficiente</translation>
    </message>
    <message>
      <source>not needed: the NVIDIA GPU is used</source>
      <translation>no hace falta: se usa la tarjeta gráfica NVIDIA</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>ninguna parte</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>opcional</translation>
    </message>
    <message>
      <source>other</source>
      <translation>otros</translation>
    </message>
    <message>
      <source>output</source>
      <translation>salida</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>modelo propio en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>modelo propio en el procesador</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>en pausa</translation>
    </message>
    <message>
      <source>people who stay</source>
      <translation>personas que se quedan</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>conecte una, o permita que este programa la use en los ajustes de privacidad del sistema</translation>
    </message>
    <message>
      <source>preparing the engine</source>
      <translation>preparación del cálculo</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>preajuste {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>preajustes</translation>
    </message>
    <message>
      <source>quality model on the graphics card</source>
      <translation>modelo de calidad en la tarjeta gráfica</translation>
    </message>
    <message>
      <source>quality model on the processor</source>
      <translation>modelo de calidad en el procesador</translation>
    </message>
    <message>
      <source>reading a project</source>
      <translation>lectura de un proyecto</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>refinado</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>escalado</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>recupere la carpeta del repositorio</translation>
    </message>
    <message>
      <source>saving the project {path}</source>
      <translation>guardado del proyecto {path}</translation>
    </message>
    <message>
      <source>saving the snapshot {path}</source>
      <translation>guardado de la instantánea {path}</translation>
    </message>
    <message>
      <source>strokes</source>
      <translation>trazos</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>subtítulos ({codec}) copiados</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>subtítulos ({codec}) omitidos</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>subtítulos ({codec}) convertidos a {new_codec}</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>que las aplicaciones de escritorio pueden usar la cámara (Configuración, Privacidad, Cámara)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>que este programa puede usar la cámara (Ajustes del Sistema, Privacidad, Cámara)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>que usted pertenece al grupo video</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>la conexión se cortó: {reason}</translation>
    </message>
    <message>
      <source>the desktop's message bus is gone ({error})</source>
      <translation>el bus de mensajes del escritorio ha desaparecido ({error})</translation>
    </message>
    <message>
      <source>the desktop's settings deny Backdrop this key</source>
      <translation>los ajustes del escritorio niegan esta tecla a Backdrop</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>el controlador no da imagen; compruebe la conexión</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>el codificador no acepta estas imágenes ({words})</translation>
    </message>
    <message>
      <source>the file's own alpha</source>
      <translation>el alfa propio del archivo</translation>
    </message>
    <message>
      <source>the next job of that name removes it, and so does this command after one day</source>
      <translation>desaparece con el próximo trabajo de ese nombre, o con esta orden un día después</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>la imagen cambió de {width}x{height} a {new_width}x{new_height}</translation>
    </message>
    <message>
      <source>the source was closed</source>
      <translation>la fuente se cerró</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>hay {names}</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>no existe el archivo {path}; compruebe la ruta</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>hasta entonces no hay sonido</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>no hay memoria suficiente; cierre otros programas o use un vídeo más pequeño</translation>
    </message>
    <message>
      <source>this desktop does not support global shortcuts</source>
      <translation>este escritorio no admite atajos globales</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>este teclado no tiene esa tecla; elija otra</translation>
    </message>
    <message>
      <source>this system does not support global shortcuts</source>
      <translation>este sistema no admite atajos globales</translation>
    </message>
    <message>
      <source>to</source>
      <translation>a</translation>
    </message>
    <message>
      <source>too slow for a live picture; --device onnx uses it</source>
      <translation>demasiado lenta para una imagen en directo; --device onnx la usa</translation>
    </message>
    <message>
      <source>trying an export</source>
      <translation>prueba de una exportación</translation>
    </message>
    <message>
      <source>two people crossed and look alike</source>
      <translation>dos personas se cruzaron y se parecen</translation>
    </message>
    <message>
      <source>two people overlap and look alike</source>
      <translation>dos personas se tapan y se parecen</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>desconocido</translation>
    </message>
    <message>
      <source>update the driver, then run: {command}</source>
      <translation>actualice el controlador y ejecute: {command}</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>subida</translation>
    </message>
    <message>
      <source>using {name}</source>
      <translation>uso: {name}</translation>
    </message>
    <message>
      <source>video ({codec}) dropped</source>
      <translation>vídeo ({codec}) omitido</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>espera</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ está vacía</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>lo que envía está dañado</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>sus fondos</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts a point there.</source>
      <translation>{across} desde la izquierda, {down} desde arriba. Espacio pone ahí un punto.</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts the next point, Enter the last one; Esc gives up.</source>
      <translation>{across} desde la izquierda, {down} desde arriba. Espacio pone el siguiente punto, Intro el último; Esc abandona.</translation>
    </message>
    <message>
      <source>{action} (global)</source>
      <translation>{action} (global)</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to cancel</source>
      <translation>{action}: pulse una tecla, o Esc para cancelar</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} contiene un espacio o un salto de línea; una dirección no los tiene</translation>
    </message>
    <message>
      <source>{address} has no port; add one, as in {example}</source>
      <translation>{address} no tiene puerto; añada uno, como en {example}</translation>
    </message>
    <message>
      <source>{address} has no valid host; expected one like {example}</source>
      <translation>{address} no tiene un host válido; se espera uno como {example}</translation>
    </message>
    <message>
      <source>{address} has the port {port}, expected 1 to 65535</source>
      <translation>{address} tiene el puerto {port}; se espera de 1 a 65535</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address}: escriba el # de su contraseña como %23 y la / como %2F</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} quiere imágenes de {host}; permítalo con --allow-host {host} si confía en él</translation>
    </message>
    <message>
      <source>{codec} + alpha</source>
      <translation>{codec} + alfa</translation>
    </message>
    <message>
      <source>{count} areas is the limit. Remove one to add another.</source>
      <translation>El límite es de {count} zonas. Quite una para añadir otra.</translation>
    </message>
    <message>
      <source>{count} clicks is the limit. Take one back to add another.</source>
      <translation>El límite es de {count} clics. Quite uno para añadir otro.</translation>
    </message>
    <message>
      <source>{count} strokes is the limit. Remove one to add another.</source>
      <translation>El límite es de {count} trazos. Quite uno para añadir otro.</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{done} de {count} listos</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} Se sigue en el procesador.</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} Su máscara es {name}.</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} La grabación sigue sin sonido.</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}.</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} ya existe, y {count} más de su clase; elija otro nombre o permita reemplazarlos (--overwrite).</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}, falta: {names}</translation>
    </message>
    <message>
      <source>{host} asks for the file {wanted} on this computer; cameras get no files</source>
      <translation>{host} pide el archivo {wanted} de este ordenador; las cámaras no reciben archivos</translation>
    </message>
    <message>
      <source>{host} redirects to an invalid address: {error}</source>
      <translation>{host} redirige a una dirección no válida: {error}</translation>
    </message>
    <message>
      <source>{host} redirects to {scheme}, expected {allowed}; open that address itself if you trust it</source>
      <translation>{host} redirige a {scheme}, pero se espera {allowed}; abra usted esa dirección si confía en ella</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} is already a global shortcut.</source>
      <translation>{key} ya es un atajo global.</translation>
    </message>
    <message>
      <source>{key} is already used: {action}. Change that shortcut first.</source>
      <translation>{key} ya está en uso: {action}. Cambie antes ese atajo.</translation>
    </message>
    <message>
      <source>{key} is reserved for moving within the window.</source>
      <translation>{key} está reservada para moverse por la ventana.</translation>
    </message>
    <message>
      <source>{key} works only in this window: {why}.</source>
      <translation>{key} solo actúa en esta ventana: {why}.</translation>
    </message>
    <message>
      <source>{message} {time} s</source>
      <translation>{message} {time} s</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} en {device}</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}, {coding}</translation>
    </message>
    <message>
      <source>{name} (not connected)</source>
      <translation>{name} (no conectado)</translation>
    </message>
    <message>
      <source>{name} already exists. Replace it or choose another name.</source>
      <translation>{name} ya existe. Reemplácelo o elija otro nombre.</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} responde, pero ninguna de sus imágenes se puede decodificar; haga que envíe otras más pequeñas o sencillas.</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} responde, pero no como un servidor web ({error}); compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} responde, pero no como una cámara RTSP; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} responde, pero no con un vídeo; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} responde, pero {reason}; compruebe la cámara y la conexión con ella</translation>
    </message>
    <message>
      <source>{name} by {provider}: the network takes {time:.1f} ms in {precision}</source>
      <translation>{name} mediante {provider}: la red tarda {time:.1f} ms en {precision}</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} no se puede abrir ({tried}). Cierre otros programas que la usen, compruebe su conexión y {permissions}.</translation>
    </message>
    <message>
      <source>{name} cannot be read as a video ({reason}). Copy it again, or choose another file.</source>
      <translation>{name} no se puede leer como vídeo ({reason}). Cópielo de nuevo, o elija otro archivo.</translation>
    </message>
    <message>
      <source>{name} could not be opened because of an internal error.</source>
      <translation>{name} no se pudo abrir por un error interno.</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} describe sus imágenes en {size} bytes, en vez de {most} como máximo; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} no responde ({reason}); compruebe la dirección y que la cámara esté encendida</translation>
    </message>
    <message>
      <source>{name} does not match the room in {recording}; the room was learnt from the video itself.</source>
      <translation>{name} no coincide con la habitación de {recording}; se aprendió del propio vídeo.</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} no dice cuánto dura.</translation>
    </message>
    <message>
      <source>{name} has a cover picture, but no video; choose a file with a video track.</source>
      <translation>{name} tiene una carátula, pero no vídeo; elija un archivo con pista de vídeo.</translation>
    </message>
    <message>
      <source>{name} has a video track without frames; record or export it again.</source>
      <translation>{name} tiene una pista de vídeo sin una sola imagen; grábelo o expórtelo otra vez.</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} no tiene ninguna imagen en {start:g} s ni después.</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} no tiene ninguna imagen que se pueda decodificar; cópielo otra vez.</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} no tiene ninguna imagen; elija una imagen de la habitación vacía.</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} no tiene imágenes; recupérelo del repositorio.</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} no tiene pista de vídeo, solo {found}; elija un archivo con imagen.</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures; only the first was used. Convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} contiene {count} imágenes y solo se tomó la primera; conviértalo en un vídeo o en imágenes numeradas para conservarlas todas.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save its output to a file.</source>
      <translation>{name} es una tubería o un dispositivo; guarde su salida en un archivo.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} es una lista de reproducción de más de {size} MB; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} is a playlist of other files or addresses, which Backdrop does not open. Choose the video itself.</source>
      <translation>{name} es una lista de reproducción de otros archivos o direcciones, que Backdrop no abre. Elija el propio vídeo.</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>Otra exportación está escribiendo {name}; elija otro nombre.</translation>
    </message>
    <message>
      <source>{name} is beside this file.</source>
      <translation>{name} está junto a este archivo.</translation>
    </message>
    <message>
      <source>{name} is damaged: some frames could not be decoded. Copy the file again if you can.</source>
      <translation>{name} está dañado: algunas imágenes no se pudieron decodificar. Si puede, copie el archivo de nuevo.</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} está dañado: {n} imagen no se pudo decodificar entera; si puede, copie otra vez el archivo.</numerusform>
        <numerusform>{name} está dañado: {n} imágenes no se pudieron decodificar enteras; si puede, copie otra vez el archivo.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} está vacío (0 bytes); cópielo o grábelo otra vez.</translation>
    </message>
    <message>
      <source>{name} is exported, but incomplete: {loss}</source>
      <translation>{name} está exportado, pero incompleto: {loss}</translation>
    </message>
    <message>
      <source>{name} is exported.</source>
      <translation>{name} está exportado.</translation>
    </message>
    <message>
      <source>{name} is finished.</source>
      <translation>{name} está terminado.</translation>
    </message>
    <message>
      <source>{name} is incomplete: its index (the moov box) is missing after {size} bytes. Copy it again, or repair it with its original recorder.</source>
      <translation>{name} está incompleto: falta su índice (la caja moov) tras {size} bytes. Cópielo otra vez o repárelo con la grabadora original.</translation>
    </message>
    <message>
      <source>{name} is minimised. Its last picture is shown until you restore it.</source>
      <translation>{name} está minimizada. Se muestra su última imagen hasta que la restaure.</translation>
    </message>
    <message>
      <source>{name} is missing, so the built-in sample plays.</source>
      <translation>Falta {name}, así que se ve el ejemplo.</translation>
    </message>
    <message>
      <source>{name} is no video or picture that Backdrop reads; choose a video ({videos}) or a picture ({pictures}).</source>
      <translation>{name} no es un vídeo ni una imagen que Backdrop lea; elija un vídeo ({videos}) o una imagen ({pictures}).</translation>
    </message>
    <message>
      <source>{name} is not a project of Backdrop ({reason}); save it again.</source>
      <translation>{name} no es un proyecto de Backdrop ({reason}); guárdelo de nuevo.</translation>
    </message>
    <message>
      <source>{name} is not a video or picture, so it was not opened.</source>
      <translation>{name} no es un vídeo ni una imagen, así que no se abrió.</translation>
    </message>
    <message>
      <source>{name} is not a video, or is damaged. Copy it again, or choose another file.</source>
      <translation>{name} está dañado o no es un vídeo. Cópielo de nuevo, o elija otro archivo.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} no está conectada.</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} es una de {count} imágenes numeradas.</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} es una sola imagen, pero la entrada tiene más; para una secuencia numerada, llame a la salida {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} es una sola imagen, pero {input} tiene {count}; para una secuencia numerada, llame a la salida {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is saved.</source>
      <translation>{name} se ha guardado.</translation>
    </message>
    <message>
      <source>{name} is the background now.</source>
      <translation>{name} es ahora el fondo.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} dura {length:.2f} s y no tiene ninguna imagen en {start:g} s ni después.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its last row or column repeated.</source>
      <translation>{name} necesita medidas pares: {width}x{height} se escribió como {new_width}x{new_height}, con la última fila o columna repetida.</translation>
    </message>
    <message>
      <source>{name} needs {what}, which this computer lacks.</source>
      <translation>{name} necesita {what}, que falta en este ordenador.</translation>
    </message>
    <message>
      <source>{name} redirects too often without a picture</source>
      <translation>{name} redirige demasiadas veces sin imagen</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} rechaza la conexión ({reason}); compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} rechaza la conexión ({reason}); compruebe la dirección, y el nombre y la contraseña que contiene</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} envía una cabecera sin fin; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} sends an unsupported kind of video.</source>
      <translation>{name} envía un vídeo de un tipo no admitido.</translation>
    </message>
    <message>
      <source>{name} sends compressed pictures ({coding}), which are not supported; check the address</source>
      <translation>{name} envía imágenes comprimidas ({coding}), que no se admiten; compruebe la dirección</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} no envía ninguna imagen; compruebe la cámara.</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} no envía vídeo; compruebe la dirección.</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} envía {width}x{height} píxeles, eso no es una imagen.</translation>
    </message>
    <message>
      <source>{name} stopped ({error}). {help}</source>
      <translation>{name} se detuvo ({error}). {help}</translation>
    </message>
    <message>
      <source>{name} stopped because of an internal error; see the log.</source>
      <translation>{name} se detuvo por un error interno; vea el registro.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)</source>
      <translation>{name} quiere enviar sus imágenes por UDP; póngala en RTP sobre RTSP (TCP)</translation>
    </message>
    <message>
      <source>{name} was closed. Its last picture is still shown; choose another background.</source>
      <translation>{name} se cerró. Se sigue mostrando su última imagen; elija otro fondo.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} se cerró; ábrala de nuevo para seguir.</translation>
    </message>
    <message>
      <source>{name} was disconnected. Waiting for it to reconnect…</source>
      <translation>{name} se ha desconectado. Esperando a que vuelva a conectarse…</translation>
    </message>
    <message>
      <source>{name} was interrupted by a crash. It plays, but some programs cannot open it until it is finished.</source>
      <translation>{name} quedó interrumpido por un fallo. Se reproduce, pero algunos programas no lo abren hasta terminarlo.</translation>
    </message>
    <message>
      <source>{name} was not found. It may have been moved or renamed.</source>
      <translation>No se encontró {name}. Puede que se haya movido o renombrado.</translation>
    </message>
    <message>
      <source>{name} was removed from the gallery.</source>
      <translation>{name} se ha quitado de la galería.</translation>
    </message>
    <message>
      <source>{name} was saved by a newer version of Backdrop; update this one to open it.</source>
      <translation>{name} se guardó con una versión más reciente de Backdrop; actualice esta para abrirlo.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, for every computer in your network</source>
      <translation>{name}, para todos los ordenadores de su red</translation>
    </message>
    <message>
      <source>{name}, for programs on this computer</source>
      <translation>{name}, para programas de este ordenador</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}, {count} hilos utilizables</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</translation>
    </message>
    <message>
      <source>{name}: a log curve is for films that are not HDR by their own tags; leave it out.</source>
      <translation>{name}: una curva logarítmica es para películas que no son HDR según sus propios datos; no la indique.</translation>
    </message>
    <message>
      <source>{name}: converted from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} dropped, {repeated} repeated.</source>
      <translation>{name}: convertido de {rate:.4g} a {new_rate:.4g} imágenes/s; omitidas: {dropped}, repetidas: {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced.</source>
      <translation>{name}: desentrelazado.</translation>
    </message>
    <message>
      <source>{name}: interlaced; both fields are processed as one frame.</source>
      <translation>{name}: entrelazado; los dos campos se procesan como una imagen.</translation>
    </message>
    <message>
      <source>{name}: its HDR picture is converted to SDR, because 8 bits cannot hold it.</source>
      <translation>{name}: su imagen HDR se convierte a SDR, porque 8 bits no la pueden contener.</translation>
    </message>
    <message>
      <source>{name}: its colours are in Dolby Vision's own colour space, which Backdrop does not read, so they come out wrong; convert it to HDR10 first.</source>
      <translation>{name}: sus colores están en el espacio propio de Dolby Vision, que Backdrop no lee, así que saldrán mal; conviértalo antes a HDR10.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>{name}: su propio canal alfa no recorta a la persona, así que se multiplica por la máscara del modelo.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel is used instead of the model.</source>
      <translation>{name}: se usa su propio canal alfa en lugar del modelo.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, too high for a film; number them from 1 on.</source>
      <translation>{name}: sus imágenes están numeradas hasta {number}, demasiado para una película; numérelas a partir de 1.</translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name}: su códec de vídeo es desconocido aquí; conviértalo antes a H.264.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with {bits} bits.</source>
      <translation>{name}: su imagen de {depth} bits se procesa con {bits} bits.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name}: ninguna de sus imágenes se puede decodificar ({count} dañadas); copie otra vez el archivo.</translation>
    </message>
    <message>
      <source>{name}: rotated as the file specifies.</source>
      <translation>{name}: girado como indica el archivo.</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name}: girado para que quede derecho, {width}x{height}.</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name}: escalado de {width}x{height} a {new_width}x{new_height}.</translation>
    </message>
    <message>
      <source>{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or matte; plus any text</source>
      <translation>{name}: archivo de origen, {background}, {date}, {time}, {content}: backdrop, cutout o matte; y cualquier texto</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} decodes this video faster.</source>
      <translation>{name}: se prueba si {card} decodifica más rápido este vídeo.</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} encodes this video faster.</source>
      <translation>{name}: se prueba si {card} codifica más rápido este vídeo.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the alpha channel of {n} frames is damaged or missing; they show only the background.</source>
      <extracomment>n = 1: {name}: the alpha channel of 1 frame is damaged or missing; it shows only the background.</extracomment>
      <translation>
        <numerusform>{name}: el canal alfa de {n} imagen está dañado o falta; ahí solo se muestra el fondo.</numerusform>
        <numerusform>{name}: el canal alfa de {n} imágenes está dañado o falta; ahí solo se muestra el fondo.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the first pass could not learn the room, because the camera moves or the person never uncovers it.</source>
      <translation>{name}: la primera pasada no pudo aprender la habitación, porque la cámara se mueve o la persona nunca la descubre.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the first pass learnt {known:.0%} of the main room of {n}.</source>
      <extracomment>n = 1: {name}: the first pass learnt {known:.0%} of the room behind the person.</extracomment>
      <translation>
        <numerusform>{name}: la primera pasada aprendió el {known:.0%} de la habitación detrás de la persona.</numerusform>
        <numerusform>{name}: la primera pasada aprendió el {known:.0%} de la principal de {n} habitaciones.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name}: la entrada {refused}, o escriba un .png.</translation>
    </message>
    <message>
      <source>{name}: the light levels of its single frames ({what}) are not kept, because they describe the pictures as they were; players use those of the whole film.</source>
      <translation>{name}: los niveles de luz de cada imagen ({what}) no se conservan, porque describen las imágenes originales; los reproductores usan los de toda la película.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name}: la parte de {start} s a {end} s está vacía; el final debe venir después del principio.</translation>
    </message>
    <message>
      <source>{name}: the requested size {refused}.</source>
      <translation>{name}: el tamaño solicitado {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: timestamps jump at {n} places; the gaps were closed.</source>
      <extracomment>n = 1: {name}: timestamps jump at 1 place; the gap was closed.</extracomment>
      <translation>
        <numerusform>{name}: las marcas de tiempo saltan en 1 punto; se cerró el hueco.</numerusform>
        <numerusform>{name}: las marcas de tiempo saltan en {n} puntos; se cerraron los huecos.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} number is missing; its time is kept.</extracomment>
      <translation>
        <numerusform>{name}: falta {n} número; se conserva su tiempo.</numerusform>
        <numerusform>{name}: faltan {n} números; se conserva su tiempo.</numerusform>
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
      <translation>{name}; Intro acepta, Esc cancela</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop them, the finished parts are kept, and you can start them again next time.</source>
      <extracomment>n = 1: An export is not finished. If you stop it, the finished part is kept, and you can start it again next time.</extracomment>
      <translation>
        <numerusform>Una exportación no ha terminado. Si la detiene, se conserva la parte terminada y podrá empezarla de nuevo la próxima vez.</numerusform>
        <numerusform>{n} exportaciones no han terminado. Si las detiene, se conservan las partes terminadas y podrá empezarlas de nuevo la próxima vez.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports from last time are unfinished.</source>
      <extracomment>n = 1: An export from last time is unfinished.</extracomment>
      <translation>
        <numerusform>Una exportación de la última vez quedó sin terminar.</numerusform>
        <numerusform>{n} exportaciones de la última vez quedaron sin terminar.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} fallida</numerusform>
        <numerusform>{n} fallidas</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} imagen</numerusform>
        <numerusform>{n} imágenes</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames dropped</source>
      <extracomment>n = 1: {n} frame dropped</extracomment>
      <translation>
        <numerusform>{n} imagen perdida</numerusform>
        <numerusform>{n} imágenes perdidas</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were dropped: the disk or this computer was too slow.</source>
      <extracomment>n = 1: {n} frame was dropped: the disk or this computer was too slow.</extracomment>
      <translation>
        <numerusform>Se perdió {n} imagen: el disco o este ordenador iba demasiado lento.</numerusform>
        <numerusform>Se perdieron {n} imágenes: el disco o este ordenador iba demasiado lento.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>{n} en esta imagen</numerusform>
        <numerusform>{n} en esta imagen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this video</source>
      <extracomment>n = 1: {n} in this video</extracomment>
      <translation>
        <numerusform>{n} en este vídeo</numerusform>
        <numerusform>{n} en este vídeo</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} programs are connected.</source>
      <extracomment>n = 1: {n} program is connected.</extracomment>
      <translation>
        <numerusform>{n} programa está conectado.</numerusform>
        <numerusform>{n} programas están conectados.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>{n} proceso</numerusform>
        <numerusform>{n} procesos</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s delay</source>
      <translation>{pace}, {time:.1f} s de retardo</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>{path} apareció entretanto y no se reemplazó</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} no se puede unir: {name} contiene {found} imágenes en vez de {expected}; empiece de nuevo</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} no se puede unir: {name} se codificó con otra versión del codificador que los segmentos anteriores; instale los mismos paquetes en todos los ordenadores y empiece de nuevo</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} no se puede escribir, no existe la carpeta {folder}; créela antes.</translation>
    </message>
    <message>
      <source>{path} cannot be written: no permission to write to {folder}.</source>
      <translation>{path} no se puede escribir: no tiene permiso para escribir en {folder}.</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} no se pudo terminar ({reason}); libere espacio o compruebe el disco</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} no se pudo escribir ({reason}); compruebe el disco y el nombre.</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} no se pudo escribir ({reason}); elija una carpeta en la que pueda escribir.</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} no se pudo escribir, el disco está lleno ({reason}); libere espacio.</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} no se pudo escribir, no existe la carpeta {folder}; créela antes.</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} no se pudo escribir: {reason}; elija otro códec u otro tamaño.</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} no existe; compruebe la ruta.</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} termina antes de su primer segundo; no hay imagen</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} ya existe; elija otro nombre o pida reemplazarlo</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} ya existe; elija otro nombre o permita reemplazarlo (--overwrite).</translation>
    </message>
    <message numerus="yes">
      <source>{path} holds no video and no picture, only {n} other files; choose a folder with videos ({videos}) or pictures ({pictures}).</source>
      <extracomment>n = 1: {path} holds no video and no picture, only 1 other file; choose a folder with videos ({videos}) or pictures ({pictures}).</extracomment>
      <translation>
        <numerusform>{path} no contiene vídeos ni imágenes, solo 1 archivo de otro tipo; elija una carpeta con vídeos ({videos}) o imágenes ({pictures}).</numerusform>
        <numerusform>{path} no contiene vídeos ni imágenes, solo {n} archivos de otro tipo; elija una carpeta con vídeos ({videos}) o imágenes ({pictures}).</numerusform>
      </translation>
    </message>
    <message>
      <source>{path} holds no video and no picture; choose a folder with some.</source>
      <translation>{path} no contiene vídeos ni imágenes; elija una carpeta que los tenga.</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} contiene {duration:.1f} s</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} contiene {duration:.1f} s, y {name} no se reemplazó</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} es una carpeta; indique un archivo de vídeo o procésela como carpeta.</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} es una carpeta; dé el nombre de un archivo en ella</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} es una carpeta; indique un archivo en ella.</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} es una tubería o un dispositivo; dé el nombre de un archivo normal</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} es una tubería o un dispositivo; indique un archivo normal.</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>otro programa está terminando {path}; espérelo</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} se está grabando; detenga antes esa grabación</translation>
    </message>
    <message>
      <source>{path} is not an interrupted recording; there is nothing to do</source>
      <translation>{path} no es una grabación interrumpida; no hay nada que hacer</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} no se está grabando: la imagen en directo ha terminado y no hay nada que grabar; elija antes una cámara o un archivo</translation>
    </message>
    <message>
      <source>{path} is not named like a project; end it in .backdrop.</source>
      <translation>{path} no tiene nombre de proyecto; termínelo en .backdrop.</translation>
    </message>
    <message>
      <source>{path} is the background and cannot be overwritten; choose another name</source>
      <translation>{path} es el fondo y no se puede sobrescribir; elija otro nombre</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} no se puede leer; compruebe sus permisos.</translation>
    </message>
    <message>
      <source>{path} was interrupted; it plays</source>
      <translation>{path} quedó interrumpida y se puede reproducir</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture. Choose a camera or a file, and try again.</source>
      <translation>{path} no se guardó: ya no había imagen. Elija una cámara o un archivo e inténtelo otra vez.</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} no se escribió: ni una imagen estaba lista.</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} no se escribió: no había ninguna imagen.</translation>
    </message>
    <message>
      <source>{path} was removed: {what}</source>
      <translation>{path} se ha eliminado: {what}</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path}: una grabación es un archivo MP4; póngale un nombre que termine en .mp4</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path}: quedan menos de {size} MB libres; libere espacio o grabe en otro disco</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path}: no existe la carpeta {folder}; créela antes</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path}: la tarjeta gráfica dejó de codificar ({error}); inténtelo otra vez por software (--encoder software).</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path}: {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern}: no hay ninguna imagen con ese nombre, como {example}; compruebe la carpeta y el patrón.</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} imágenes/s</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} imágenes/s</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} imágenes/s</translation>
    </message>
    <message>
      <source>{ready} of {total}, {seconds}</source>
      <translation>{ready} de {total}, {seconds}</translation>
    </message>
    <message>
      <source>{scheme}:// is not a camera address; expected {expected}</source>
      <translation>{scheme}:// no es una dirección de cámara; se espera {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to locate it.</source>
      <translation>{sentence}
Haga clic para localizarlo.</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence}; el resultado está en la carpeta {name}.</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence}; el resultado es {name}.</translation>
    </message>
    <message>
      <source>{size:.1f} MB left by an interrupted job for {path}</source>
      <translation>{size:.1f} MB que dejó un trabajo interrumpido para {path}</translation>
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
      <translation>{size} libres</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} kB</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}, {rate:g} imágenes/s</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}, {rate:g} imágenes/s, sintética</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} cuenta en milisegundos: los tiempos se redondearon.</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} no está conectada, así que se ve el ejemplo.</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>{time:.0f} ms de retardo</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{time:.1f} ms por imagen de {size} en {device} (red a {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>quedan {time} min</translation>
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
      <translation>quedan {time} s</translation>
    </message>
    <message>
      <source>{tip}
Double-click or Delete resets it.</source>
      <translation>{tip}
Un doble clic o Supr lo restablece.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Sección {title}</translation>
    </message>
    <message>
      <source>{trouble}. Gave up after three attempts; enter the address with the right name and password.</source>
      <translation>{trouble}. Se abandonó tras tres intentos; escriba la dirección con el nombre y la contraseña correctos.</translation>
    </message>
    <message>
      <source>{trouble}. Retrying until it works.</source>
      <translation>{trouble}. Se sigue intentando hasta que funcione.</translation>
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
      <translation>{what} en {where}</translation>
    </message>
    <message>
      <source>{what} redirects too often ({count} connections) without a picture; check the address</source>
      <translation>{what} redirige demasiadas veces ({count} conexiones) sin imagen; compruebe la dirección</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture, so it is not a working camera; check the address</source>
      <translation>{what} envió {size} MB sin imagen, así que no es una cámara que funcione; compruebe la dirección</translation>
    </message>
    <message>
      <source>{what}, {start} to {end}</source>
      <translation>{what}, de {start} a {end}</translation>
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
      <translation>{what}; el archivo anterior se conserva como {name}.</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: check {path}.</source>
      <translation>{what}; no se pueden guardar: compruebe {path}.</translation>
    </message>
    <message>
      <source>{word} is not a placeholder. Use {known}.</source>
      <translation>{word} no es un marcador. Use {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>«{title}»</translation>
    </message>
  </context>
</TS>
